import { dynamoDb } from '#lambdas/aws/clients.ts';
import { jsonLog } from '#lambdas/http/log.ts';
import { environments } from '#shared/env.ts';
import { looksAt } from './looks.ts';
import { pendingStore } from './store.ts';
import { watchHandler } from './watch.ts';

const env = environments.watch.parse(process.env);

export const handler = watchHandler({
  looks: looksAt({ site: env.SITE_URL, stage: env.STAGE, fetch, timeoutMs: 8000 }),
  pending: pendingStore(dynamoDb(), { repairs: env.REPAIRS_TABLE, returns: env.RETURNS_TABLE }),
  now: () => new Date(),
  log: jsonLog(),
});
