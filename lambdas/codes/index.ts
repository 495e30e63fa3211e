import { cognito } from '#lambdas/aws/clients.ts';
import { jsonLog } from '#lambdas/http/log.ts';
import { environments } from '#shared/env.ts';
import { codesHandler } from './codes.ts';
import { codeSender } from './pools.ts';

const env = environments.codes.parse(process.env);

export const handler = codesHandler({
  sendCode: codeSender(cognito(), env.REGIONS),
  log: jsonLog(),
});
