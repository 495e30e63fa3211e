import { afterAll, describe, expect, test } from '@jest/globals';
import { startTemporaryDatabase } from '#scripts/testing/database.ts';
import { injectTimeouts } from '#scripts/testing/faulty-calls.ts';
import { limits } from '#shared/config/limits.ts';
import { createDailyCounter, createRemainingReader } from './daily-limits.ts';

const database = await startTemporaryDatabase(['attempts']);
afterAll(() => database.stop());
const withFault = injectTimeouts(database.client);
const readRemaining = createRemainingReader(database.db, 'attempts');
/** Opens a counter, of which each function instance has one. */
const openCounter = () => createDailyCounter(database.db, 'attempts');

let personCount = 0;
const createPerson = () => ({ region: 'nuk', sub: `sub-${(personCount += 1)}` }) as const;
const noon = new Date('2026-11-21T12:00:00Z');
const nextDay = new Date('2026-11-22T00:00:00Z');
// A counter in memory is written to the table once it exceeds `step` bookings.
const { max, step } = limits.daily.repairs;
const limitExceededError = { code: 'LimitExceededException' };

describe('a limit counted in steps', () => {
  test('makes no DynamoDB call up to a step, and counts each user of a region separately', async () => {
    const kim = createPerson();
    const count = openCounter();
    const work = async () => {
      for (const person of [kim, createPerson(), { ...kim, region: 'nfr' } as const])
        for (let booked = 0; booked < step; booked += 1) await count('repairs', person, 1, noon);
    };
    expect(await database.recordCalls(work)).toEqual([]);
    for (let booked = 0; booked < step; booked += 1) await count('repairs', kim, 1, noon);
    expect(await readRemaining('repairs', kim, noon)).toBe(max - step - 1);
  });

  test('rejects above the limit without a DynamoDB call until the next day', async () => {
    const kim = createPerson();
    const count = openCounter();
    await openCounter()('repairs', kim, max - step, noon);
    await count('repairs', kim, step, noon);
    await expect(count('repairs', kim, 1, noon)).rejects.toMatchObject(limitExceededError);
    const work = async () => {
      await expect(count('repairs', kim, 1, noon)).rejects.toMatchObject(limitExceededError);
      await count('files', kim, 1, noon);
      await count('repairs', kim, 1, nextDay);
    };
    expect(await database.recordCalls(work)).toEqual([]);
  });
});

describe.each(['repairs', 'emails'] as const)('the daily limit for %s', (limitName) => {
  const amount = step + 1;

  test('counts once when the SDK retries a lost response', async () => {
    const kim = createPerson();
    await withFault({ text: limitName, isExecuted: true, times: 2 }, () => openCounter()(limitName, kim, amount, noon));
    expect(await readRemaining(limitName, kim, noon)).toBe(limits.daily[limitName].max - amount);
  });

  test('counts once when every response is lost, and counts the next call', async () => {
    const kim = createPerson();
    const count = openCounter();
    const result = withFault({ text: limitName, isExecuted: true, times: Infinity }, () =>
      count(limitName, kim, amount, noon),
    );
    await expect(result).rejects.toThrow('no answer');
    expect(await readRemaining(limitName, kim, noon)).toBe(limits.daily[limitName].max - amount);
    await count(limitName, kim, amount, noon);
    expect(await readRemaining(limitName, kim, noon)).toBe(limits.daily[limitName].max - 2 * amount);
  });
});

test('counts an amount that was not written with the next call', async () => {
  const kim = createPerson();
  const count = openCounter();
  const result = withFault({ text: 'repairs', isExecuted: false, times: Infinity }, () =>
    count('repairs', kim, step + 1, noon),
  );
  await expect(result).rejects.toThrow('no answer');
  expect(await readRemaining('repairs', kim, noon)).toBe(max);
  await count('repairs', kim, 1, noon);
  expect(await readRemaining('repairs', kim, noon)).toBe(max - step - 1);
});

describe('a limit counted on each call', () => {
  test('returns the amount left for the day', async () => {
    const kim = createPerson();
    expect(await readRemaining('emails', kim, noon)).toBe(limits.daily.emails.max);
    await openCounter()('emails', kim, 1, noon);
    expect(await readRemaining('emails', kim, noon)).toBe(limits.daily.emails.max - 1);
    expect(await readRemaining('emails', kim, nextDay)).toBe(limits.daily.emails.max);
  });

  test('does not count a rejected amount', async () => {
    const kim = createPerson();
    const count = openCounter();
    await expect(count('emails', kim, limits.daily.emails.max + 1, noon)).rejects.toMatchObject(limitExceededError);
    await count('emails', kim, limits.daily.emails.max - 1, noon);
    await expect(count('emails', kim, 2, noon)).rejects.toMatchObject(limitExceededError);
    await count('emails', kim, 1, noon);
    await expect(count('emails', kim, 1, noon)).rejects.toMatchObject(limitExceededError);
  });
});
