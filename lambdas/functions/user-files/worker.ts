import { startValidatorWorker } from '#lambdas/lib/spreadsheets/validator-worker.ts';
import { parseUsers } from './rows/parse-users.ts';

startValidatorWorker(parseUsers);
