import { startValidatorWorker } from '#lambdas/lib/spreadsheets/thread.ts';
import { parseUsers } from './rows/parse-users.ts';

startValidatorWorker(parseUsers);
