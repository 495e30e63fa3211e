import { dynamoDb } from '#lambdas/aws/clients.ts';
import { triggered } from '#lambdas/aws/triggered.ts';
import { looksAt } from './looks.ts';
import { pendingStore } from './store.ts';
import { watchHandler } from './watch.ts';

export const handler = triggered('watch', (env, log) =>
  watchHandler({
    looks: looksAt({ site: env.SITE_URL, stage: env.STAGE, fetch, timeoutMs: 8000 }),
    pending: pendingStore(dynamoDb(), { repairs: env.REPAIRS_TABLE, returns: env.RETURNS_TABLE }),
    now: () => new Date(),
    log,
  }),
);
