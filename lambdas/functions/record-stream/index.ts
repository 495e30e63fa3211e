import { setTimeout as wait } from 'node:timers/promises';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import {
  createDynamoDbClient,
  createSqsClient,
  createRetryStrategy,
  createTimeoutOptions,
} from '#lambdas/lib/aws/clients.ts';
import { createDeadLetterSender } from '#lambdas/lib/aws/dead-letters.ts';
import { createEventHandler } from '#lambdas/lib/aws/event-handler.ts';
import { createRecordSearchIndex } from '#lambdas/lib/records/search.ts';
import { createStatisticsWriter } from '#lambdas/lib/statistics/statistics-writer.ts';
import { createRecordStreamHandler } from './handler.ts';
import { createEventBus, createSearchStore } from './search-store.ts';

// Background work, but with limited retries, since the next changes of the shard wait for this batch.
const bridge = new EventBridgeClient({
  ...createTimeoutOptions(3000),
  retryStrategy: createRetryStrategy({ maxAttempts: 5, maxAttemptsAfterLoss: 3 }),
});
const db = createDynamoDbClient();

export const handler = createEventHandler('record-stream', (env, log) =>
  createRecordStreamHandler({
    search: { ...createSearchStore(db, env.SEARCH_TABLE, wait), ...createRecordSearchIndex(db, env.SEARCH_TABLE) },
    statistics: createStatisticsWriter(db, {
      repairs: env.REPAIRS_TABLE,
      returns: env.RETURNS_TABLE,
      statistics: env.STATISTICS_TABLE,
    }),
    bus: createEventBus(bridge, env.EVENT_BUS_NAME),
    deadLetters: createDeadLetterSender(createSqsClient(), env.LOST_CHANGES_URL),
    log,
  }),
);
