import { marshall } from '@aws-sdk/util-dynamodb';
import { expect, test } from '@jest/globals';
import { findResourceProperties, readSynthesized } from '#infra/testing/synthesized.ts';
import { createRecordStreamHandler } from '#lambdas/functions/record-stream/handler.ts';
import { buildStoredRepair } from '#lambdas/testing/rows.ts';
import { processRecords } from '#scripts/local-cloud/event-source-mappings/stream-batch.ts';

const hourMs = 3_600_000;

/** Event source mapping of the repairs stream in the template. */
const mapping = findResourceProperties(readSynthesized('prod').portal, 'AWS::Lambda::EventSourceMapping').find(
  ({ id }) => id.startsWith('BackOfficechangesrepairs'),
);

/** Processes forty bookings, one a minute, of which the third is unreadable, while the event bus is unavailable for some hours. */
const processOutage = async (outageHours: number) => {
  let now = 0;
  const publishedReferences: string[] = [];
  const setAsideIds: string[] = [];
  const abandonedPositions: string[] = [];
  const handle = createRecordStreamHandler({
    search: { write: async () => {}, find: async () => ({ items: [], hasMore: false }) },
    statistics: { update: async () => [] },
    bus: {
      publish: async (events) => {
        if (now < outageHours * hourMs) throw new Error('the bus is unavailable');
        publishedReferences.push(...events.map(({ detail }) => detail.storeRefNo));
        return { publishedCount: events.length };
      },
    },
    deadLetters: { put: async ({ eventID }) => void setAsideIds.push(eventID) },
    log: () => {},
  });
  const records = Array.from({ length: 40 }, (_, index) => {
    const row = marshall(buildStoredRepair({ storeRefNo: `REF-${index}` }), { removeUndefinedValues: true });
    const image = index === 2 ? { ...row, state: { S: 'unknown' }, timeline: { S: '' } } : row;
    const lambdaRecord = { eventID: `change-${index}`, dynamodb: { SequenceNumber: `${index}`, NewImage: image } };
    return { position: `${index}`, sequenceNumber: `${index}`, createdAt: index * 60_000, lambdaRecord };
  });
  await processRecords(records, mapping?.['MaximumRecordAgeInSeconds'], {
    invoke: async (batch) =>
      handle({ Records: batch.map(({ lambdaRecord }) => lambdaRecord) }).then(
        ({ batchItemFailures }) => new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)),
        () => 'allFailed' as const,
      ),
    markDone: () => {},
    discard: async (batch) => void abandonedPositions.push(...batch.map(({ position }) => position)),
    pause: async (ms) => void (now += ms),
    maxRetryDelayMs: 60_000,
    now: () => now,
    isStopped: () => false,
  });
  return { publishedReferences, setAsideIds, abandonedPositions };
};
const readableReferences = Array.from({ length: 40 }, (_, index) => `REF-${index}`).filter((_, index) => index !== 2);

test('publishes every change once and in order after an eleven-hour outage', async () => {
  expect(mapping).toBeDefined();
  expect(await processOutage(11)).toEqual({
    publishedReferences: readableReferences,
    setAsideIds: ['change-2'],
    abandonedPositions: [],
  });
});

test('sets an unreadable change aside without an outage', async () => {
  expect(await processOutage(0)).toEqual({
    publishedReferences: readableReferences,
    setAsideIds: ['change-2'],
    abandonedPositions: [],
  });
});

test('discards a change after twelve hours, with a dead letter', async () => {
  const { publishedReferences, setAsideIds, abandonedPositions } = await processOutage(12.4);
  expect(abandonedPositions.length).toBeGreaterThan(0);
  expect(publishedReferences.length + setAsideIds.length + abandonedPositions.length).toBe(40);
});
