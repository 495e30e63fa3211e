import { setTimeout as wait } from 'node:timers/promises';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { dynamoDb, sqs, retries, requestTimeouts } from '#lambdas/aws/clients.ts';
import { lostRecords } from '#lambdas/aws/lost-records.ts';
import { triggered } from '#lambdas/aws/triggered.ts';
import { searchIndex } from '#lambdas/records/search.ts';
import { changesHandler } from './handler.ts';
import { eventBus, searchStore } from './store.ts';

// Background work, but with limited retries, since the next changes of the shard wait for this batch.
const bridge = new EventBridgeClient({ ...requestTimeouts(3000), retryStrategy: retries({ throttled: 5, lost: 3 }) });
const db = dynamoDb();

export const handler = triggered('changes', (env, log) =>
  changesHandler({
    search: { ...searchStore(db, env.SEARCH_TABLE, wait), ...searchIndex(db, env.SEARCH_TABLE) },
    bus: eventBus(bridge, env.EVENT_BUS_NAME),
    lost: lostRecords(sqs(), env.LOST_CHANGES_URL),
    log,
  }),
);
