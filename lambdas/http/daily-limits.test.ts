import { afterAll, describe, expect, test } from '@jest/globals';
import { temporaryDatabase } from '#scripts/testing/database.ts';
import { faultyCalls } from '#scripts/testing/faulty-calls.ts';
import { limits } from '#shared/limits.ts';
import { dailyLimits, leftForDay } from './daily-limits.ts';

const database = await temporaryDatabase(['attempts']);
afterAll(() => database.stop());
const withFault = faultyCalls(database.client);
const leftOf = leftForDay(database.db, 'attempts');
const openCounter = () => dailyLimits(database.db, 'attempts');

let names = 0;
const newPerson = () => ({ region: 'nuk', sub: `sub-${(names += 1)}` }) as const;
const noon = new Date('2026-11-21T12:00:00Z');
const nextDay = new Date('2026-11-22T00:00:00Z');
const { most, step } = limits.daily.repairs;
const tooMany = { code: 'LimitExceededException' };

describe('a limit that is reported in steps', () => {
  test('costs no call for usual work, and counts each person apart', async () => {
    const kim = newPerson();
    const count = openCounter();
    const work = async () => {
      for (const who of [kim, newPerson(), { ...kim, region: 'nfr' } as const])
        for (let booked = 0; booked < step; booked += 1) await count('repairs', who, 1, noon);
    };
    expect(await database.heard(work)).toEqual([]);
    for (let booked = 0; booked < step; booked += 1) await count('repairs', kim, 1, noon);
    expect(await leftOf('repairs', kim, noon)).toBe(most - step - 1);
  });

  test('refuses all past the limit, without a call, until the day is over', async () => {
    const kim = newPerson();
    const count = openCounter();
    await openCounter()('repairs', kim, most - step, noon);
    await count('repairs', kim, step, noon);
    await expect(count('repairs', kim, 1, noon)).rejects.toMatchObject(tooMany);
    const work = async () => {
      await expect(count('repairs', kim, 1, noon)).rejects.toMatchObject(tooMany);
      await count('files', kim, 1, noon);
      await count('repairs', kim, 1, nextDay);
    };
    expect(await database.heard(work)).toEqual([]);
  });
});

describe.each(['repairs', 'emails'] as const)('a count of %s', (what) => {
  const amount = step + 1;

  test('counts once when its answer is lost and the SDK repeats it', async () => {
    const kim = newPerson();
    await withFault({ text: what, isDone: true, times: 2 }, () => openCounter()(what, kim, amount, noon));
    expect(await leftOf(what, kim, noon)).toBe(limits.daily[what].most - amount);
  });

  test('counts once when no answer comes, and the next call counts for itself', async () => {
    const kim = newPerson();
    const count = openCounter();
    const failed = withFault({ text: what, isDone: true, times: Infinity }, () => count(what, kim, amount, noon));
    await expect(failed).rejects.toThrow('no answer');
    expect(await leftOf(what, kim, noon)).toBe(limits.daily[what].most - amount);
    await count(what, kim, amount, noon);
    expect(await leftOf(what, kim, noon)).toBe(limits.daily[what].most - 2 * amount);
  });
});

test('a step that could not be reported is reported by the next call', async () => {
  const kim = newPerson();
  const count = openCounter();
  const failed = withFault({ text: 'repairs', isDone: false, times: Infinity }, () =>
    count('repairs', kim, step + 1, noon),
  );
  await expect(failed).rejects.toThrow('no answer');
  expect(await leftOf('repairs', kim, noon)).toBe(most);
  await count('repairs', kim, 1, noon);
  expect(await leftOf('repairs', kim, noon)).toBe(most - step - 1);
});

describe('a limit that is reported at once', () => {
  test('tells how much of the day is left', async () => {
    const kim = newPerson();
    expect(await leftOf('emails', kim, noon)).toBe(limits.daily.emails.most);
    await openCounter()('emails', kim, 1, noon);
    expect(await leftOf('emails', kim, noon)).toBe(limits.daily.emails.most - 1);
    expect(await leftOf('emails', kim, nextDay)).toBe(limits.daily.emails.most);
  });

  test('uses nothing up for an amount that is refused', async () => {
    const kim = newPerson();
    const count = openCounter();
    await expect(count('emails', kim, limits.daily.emails.most + 1, noon)).rejects.toMatchObject(tooMany);
    await count('emails', kim, limits.daily.emails.most - 1, noon);
    await expect(count('emails', kim, 2, noon)).rejects.toMatchObject(tooMany);
    await count('emails', kim, 1, noon);
    await expect(count('emails', kim, 1, noon)).rejects.toMatchObject(tooMany);
  });
});
