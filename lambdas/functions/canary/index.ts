import { dynamoDb } from '#lambdas/lib/aws/clients.ts';
import { createEventHandler } from '#lambdas/lib/aws/event-handler.ts';
import { canaryHandler, createProbes } from './canary.ts';
import { pendingStore } from './pending-records-store.ts';

export const handler = createEventHandler('canary', (env, log) =>
  canaryHandler({
    probes: createProbes({ site: env.SITE_URL, stage: env.SITE_STAGE, fetch, timeoutMs: 8000 }),
    pending: pendingStore(dynamoDb(), { repairs: env.REPAIRS_TABLE, returns: env.RETURNS_TABLE }),
    now: () => new Date(),
    log,
  }),
);
