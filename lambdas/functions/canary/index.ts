import { createDynamoDbClient } from '#lambdas/lib/aws/clients.ts';
import { createEventHandler } from '#lambdas/lib/aws/event-handler.ts';
import { createCanaryHandler, createProbes } from './canary.ts';
import { createPendingStore } from './pending-records-store.ts';

export const handler = createEventHandler('canary', (env, log) =>
  createCanaryHandler({
    probes: createProbes({ site: env.SITE_URL, stage: env.SITE_STAGE, fetch, timeoutMs: 8000 }),
    pending: createPendingStore(createDynamoDbClient(), { repairs: env.REPAIRS_TABLE, returns: env.RETURNS_TABLE }),
    now: () => new Date(),
    log,
  }),
);
