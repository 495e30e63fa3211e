import { startValidatorWorker } from '#lambdas/lib/spreadsheets/thread.ts';
import { readUsers } from './rows/parse-users.ts';

startValidatorWorker(readUsers);
