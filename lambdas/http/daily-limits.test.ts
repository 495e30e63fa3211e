import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, test } from '@jest/globals';
import { mockedDb } from '#lambdas/testing/database.ts';
import { limits } from '#shared/limits.ts';
import { dailyLimits, leftForDay } from './daily-limits.ts';

const { db, mock } = mockedDb();
const kim = { region: 'nuk', sub: 'sub-kim' } as const;
const noon = new Date('2026-11-21T12:00:00Z');
const nextDay = new Date('2026-11-22T00:00:00Z');
const { most, step } = limits.daily.repairs;

const rows = new Map<string, number>();
const told = () =>
  mock.commandCalls(UpdateCommand).map(({ args: [{ input }] }) => {
    const { ':amount': amount, ':end': end } = input.ExpressionAttributeValues ?? {};
    return [input.Key?.['id'], amount, new Date(Number(end) * 1000)];
  });

beforeEach(() => {
  rows.clear();
  mock.on(UpdateCommand).callsFake(({ Key: { id }, ExpressionAttributeValues: values }) => {
    rows.set(id, (rows.get(id) ?? 0) + values[':amount']);
    return { Attributes: { amount: rows.get(id), expiresAt: values[':end'] } };
  });
});

test('usual work costs no call; what goes beyond a step is told, each person’s for themselves', async () => {
  const count = dailyLimits(db, 'attempts');
  for (const who of [kim, { ...kim, sub: 'sub-lee' }, { ...kim, region: 'nfr' } as const])
    for (let booked = 0; booked < step; booked += 1) await count('repairs', who, 1, noon);
  expect(told()).toEqual([]);
  for (let booked = 0; booked < step; booked += 1) await count('repairs', kim, 1, noon);
  expect(told()).toEqual([['day#2026-11-21#repairs#nuk#sub-kim', step + 1, nextDay]]);
});

test('past the limit all is refused, without a call, until the day is over', async () => {
  const count = dailyLimits(db, 'attempts');
  const another = dailyLimits(db, 'attempts');
  await another('repairs', kim, most - step, noon);
  await count('repairs', kim, step, noon);
  for (let time = 0; time < 3; time += 1)
    await expect(count('repairs', kim, 1, noon)).rejects.toMatchObject({ code: 'LimitExceededException' });
  expect(told()).toHaveLength(2);
  await count('files', kim, 1, noon);
  await count('repairs', kim, 1, nextDay);
  expect(told()).toHaveLength(2);
});

test('how much is left of the day is known before it is used up', async () => {
  mock.on(GetCommand).callsFake(({ Key: { id } }) => (rows.has(id) ? { Item: { id, amount: rows.get(id) } } : {}));
  const left = leftForDay(db, 'attempts');
  expect(await left('emails', kim, noon)).toBe(limits.daily.emails.most);
  await dailyLimits(db, 'attempts')('emails', kim, 1, noon);
  expect(await left('emails', kim, noon)).toBe(limits.daily.emails.most - 1);
  expect(await left('emails', kim, nextDay)).toBe(limits.daily.emails.most);
});

test('what more than is left is refused for uses nothing up, where each is told of at once', async () => {
  const count = dailyLimits(db, 'attempts');
  await count('emails', kim, limits.daily.emails.most - 1, noon);
  await expect(count('emails', kim, 2, noon)).rejects.toMatchObject({ code: 'LimitExceededException' });
  await count('emails', kim, 1, noon);
  await expect(count('emails', kim, 1, noon)).rejects.toMatchObject({ code: 'LimitExceededException' });
});
