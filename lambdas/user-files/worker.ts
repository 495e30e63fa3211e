import { judgeOnThread } from '#lambdas/spreadsheets/thread.ts';
import { readUsers } from './rows/read-users.ts';

judgeOnThread(readUsers);
