import { startValidatorWorker } from '#lambdas/lib/spreadsheets/thread.ts';
import { findReturnItemByEan } from '#shared/catalogue/returns.ts';
import { validateReturns } from './validate-returns.ts';

// The catalogue is built before the first file arrives.
findReturnItemByEan('');
startValidatorWorker(validateReturns);
