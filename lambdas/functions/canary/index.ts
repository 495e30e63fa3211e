import { dynamoDb } from '#lambdas/lib/aws/clients.ts';
import { triggered } from '#lambdas/lib/aws/event-handler.ts';
import { canaryHandler, probesOf } from './canary.ts';
import { pendingStore } from './pending-records-store.ts';

export const handler = triggered('canary', (env, log) =>
  canaryHandler({
    probes: probesOf({ site: env.SITE_URL, stage: env.STAGE, fetch, timeoutMs: 8000 }),
    pending: pendingStore(dynamoDb(), { repairs: env.REPAIRS_TABLE, returns: env.RETURNS_TABLE }),
    now: () => new Date(),
    log,
  }),
);
