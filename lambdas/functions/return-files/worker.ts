import { startValidatorWorker } from '#lambdas/lib/spreadsheets/validator-worker.ts';
import { findReturnItemByEan } from '#shared/catalogue/returns.ts';
import { validateReturns } from './validate-returns.ts';

// This call builds the catalogue, so that the first file does not wait for it.
findReturnItemByEan('');
startValidatorWorker(validateReturns);
