import { startValidatorWorker } from '#lambdas/spreadsheets/thread.ts';
import { readUsers } from './rows/read-users.ts';

startValidatorWorker(readUsers);
