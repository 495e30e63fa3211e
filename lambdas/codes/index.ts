import { cognito } from '#lambdas/aws/clients.ts';
import { triggered } from '#lambdas/aws/triggered.ts';
import { codesHandler } from './codes.ts';
import { codeSender } from './pools.ts';

export const handler = triggered('codes', (env, log) =>
  codesHandler({ sendCode: codeSender(cognito(), env.REGIONS), log }),
);
