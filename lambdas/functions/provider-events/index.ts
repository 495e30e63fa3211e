import { createDynamoDbClient } from '#lambdas/lib/aws/clients.ts';
import { createEventHandler } from '#lambdas/lib/aws/event-handler.ts';
import { createRecordsStore } from '#lambdas/lib/records/records-store.ts';
import { repairKind } from '#lambdas/lib/records/repair.ts';
import { returnKind } from '#lambdas/lib/records/return.ts';
import { createProviderEventsHandler } from './handler.ts';

const db = createDynamoDbClient();

export const handler = createEventHandler('provider-events', (env, log) =>
  createProviderEventsHandler({
    records: {
      repairs: createRecordsStore(db, env.REPAIRS_TABLE, repairKind),
      returns: createRecordsStore(db, env.RETURNS_TABLE, returnKind),
    },
    now: () => new Date(),
    log,
  }),
);
