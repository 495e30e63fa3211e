import { cognito } from '#lambdas/aws/clients.ts';
import { jsonLog } from '#lambdas/http/log.ts';
import { environments } from '#shared/env.ts';
import { codesHandler } from './codes.ts';
import { codeSender } from './pools.ts';

const env = environments.codes.parse(process.env);

const work = codesHandler({
  sendCode: codeSender(cognito(), env.REGIONS),
  log: jsonLog((line) => process.stdout.write(`${line}\n`)),
});

/** A function that takes no callback has to promise its answer. */
export const handler = async (queued: unknown) => work(queued);
