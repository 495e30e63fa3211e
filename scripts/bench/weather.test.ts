import { marshall } from '@aws-sdk/util-dynamodb';
import { expect, test } from '@jest/globals';
import { propertiesOf, synthesized } from '#infra/testing/synthesized.ts';
import { changesHandler } from '#lambdas/changes/handler.ts';
import { bookedRow } from '#lambdas/testing/rows.ts';
import { processRecords } from '../local-cloud/event-source-mappings/stream-batch.ts';

const hour = 3_600_000;

/** How the changes of repairs are read, as the template says. */
const mapping = propertiesOf(synthesized('prod').portal, 'AWS::Lambda::EventSourceMapping').find(({ id }) =>
  id.startsWith('BackOfficechangesrepairs'),
);

/** Forty bookings of one morning, every minute one, of which the third cannot be read; the bus is away for so many hours. */
const through = async (hoursAway: number) => {
  let now = 0;
  const [told, aside, givenUp]: [string[], string[], string[]] = [[], [], []];
  const handle = changesHandler({
    search: { write: async () => {}, find: async () => ({ items: [], hasMore: false }) },
    bus: {
      publish: async (events) => {
        if (now < hoursAway * hour) throw new Error('the bus is away');
        told.push(...events.map(({ detail }) => detail.storeRefNo));
        return { there: events.length };
      },
    },
    lost: { put: async ({ eventID }) => void aside.push(eventID) },
    log: () => {},
  });
  const records = Array.from({ length: 40 }, (_, index) => {
    const row = marshall(bookedRow({ storeRefNo: `REF-${index}` }), { removeUndefinedValues: true });
    const image = index === 2 ? { ...row, state: { S: 'none of ours' }, timeline: { S: '' } } : row;
    const forLambda = { eventID: `change-${index}`, dynamodb: { SequenceNumber: `${index}`, NewImage: image } };
    return { position: `${index}`, sequenceNumber: `${index}`, createdAt: index * 60_000, forLambda };
  });
  await processRecords(records, mapping?.['MaximumRecordAgeInSeconds'], {
    invoke: async (batch) =>
      handle({ Records: batch.map(({ forLambda }) => forLambda) }).then(
        ({ batchItemFailures }) => new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)),
        () => 'all' as const,
      ),
    done: () => {},
    giveUp: async (batch) => void givenUp.push(...batch.map(({ position }) => position)),
    pause: async (ms) => void (now += ms),
    longestPauseMs: 60_000,
    now: () => now,
    isStopped: () => false,
  });
  return { told, aside, givenUp };
};
const readable = Array.from({ length: 40 }, (_, index) => `REF-${index}`).filter((_, index) => index !== 2);

test('a bus that is away for eleven hours costs nothing: every change is told, once, in its order', async () => {
  expect(mapping).toBeDefined();
  expect(await through(11)).toEqual({ told: readable, aside: ['change-2'], givenUp: [] });
});

test('what cannot be read is put aside in fair weather, too, and holds up nobody', async () => {
  expect(await through(0)).toEqual({ told: readable, aside: ['change-2'], givenUp: [] });
});

test('after twelve hours a change is given up, with a letter that says where it is, while the stream still has it', async () => {
  const { told, aside, givenUp } = await through(12.4);
  expect(givenUp.length).toBeGreaterThan(0);
  expect(told.length + aside.length + givenUp.length).toBe(40);
});
