import { startValidatorWorker } from '#lambdas/spreadsheets/thread.ts';
import { returnItemByEan } from '#shared/catalogue/returns.ts';
import { judgeReturns } from './judge-returns.ts';

// The catalogue is made while nobody waits yet.
returnItemByEan('');
startValidatorWorker(judgeReturns);
