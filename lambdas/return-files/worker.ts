import { startValidatorWorker } from '#lambdas/spreadsheets/thread.ts';
import { returnItemByEan } from '#shared/catalogue/returns.ts';
import { judgeReturns } from './judge-returns.ts';

// Build the catalog before the first file arrives.
returnItemByEan('');
startValidatorWorker(judgeReturns);
