import { cognito, secretsManager } from '#lambdas/aws/clients.ts';
import { triggered } from '#lambdas/aws/triggered.ts';
import { rotatedSecret } from '#lambdas/http/secrets.ts';
import { codesHandler } from './codes.ts';
import { codeSender } from './pools.ts';

export const handler = triggered('codes', (env, log) =>
  codesHandler({
    sendCode: codeSender(cognito(), env.REGIONS, rotatedSecret(secretsManager(), env.CLIENTS_SECRET_ARN)),
    log,
  }),
);
