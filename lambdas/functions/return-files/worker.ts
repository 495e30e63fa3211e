import { startValidatorWorker } from '#lambdas/lib/spreadsheets/thread.ts';
import { returnItemByEan } from '#shared/catalogue/returns.ts';
import { judgeReturns } from './validate-returns.ts';

// Build the catalog before the first file arrives.
returnItemByEan('');
startValidatorWorker(judgeReturns);
