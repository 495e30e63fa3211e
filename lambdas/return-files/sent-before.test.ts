import { setImmediate } from 'node:timers/promises';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, jest, test, describe } from '@jest/globals';
import fc from 'fast-check';
import type { ReturnRow } from '#lambdas/records/return.ts';
import { mockedDb } from '#lambdas/testing/database.ts';
import { memoryOf } from '#lambdas/testing/returns.ts';
import { bookedReturn, storedLines, withdrawnReturn, withRma } from '#lambdas/testing/rows.ts';
import { searchOwner } from '#shared/records/search.ts';
import { serialsSentBefore } from './return-files.ts';
import type { ReturnTerms } from './store.ts';
import { sentReturns } from './store.ts';

const termsOf = (rows: readonly ReturnRow[]): ReturnTerms => memoryOf(...rows).search;
const owner = searchOwner('returns', 'nuk', 'UK-1');
const ask = (terms: ReturnTerms, serials: readonly string[]) => serialsSentBefore(terms, owner, serials, 10_000);

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const sent = (number: number, serials: readonly string[], change: Partial<ReturnRow> = {}) =>
  bookedReturn({
    id: uuid(number),
    storeRefNo: `Ret ${number}`,
    createdAt: new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString(),
    lines: serials.flatMap((serialNumber) => storedLines(1, { serialNumber })),
    ...change,
  });

const named = (found: Awaited<ReturnType<typeof serialsSentBefore>>) =>
  found.map(({ serialNumber, storeRefNo }) => `${serialNumber} in ${storeRefNo}`).toSorted();

const numbered = (count: number, name: (index: number) => string = (index) => `XKW${index}`) =>
  Array.from({ length: count }, (_, index) => name(index));

test('what was withdrawn was not sent', async () => {
  const rows = [sent(1, ['A1']), withdrawnReturn(sent(2, ['A1', 'A2']))];
  expect(named(await ask(termsOf(rows), ['A1', 'A2']))).toEqual(['A1 in Ret 1']);
});

test('a thousand are asked about in forty Queries, no more than 25 at once', async () => {
  let [running, most] = [0, 0];
  const between = jest.fn(async () => {
    running += 1;
    most = Math.max(most, running);
    await setImmediate();
    running -= 1;
    return { items: [], hasMore: false };
  });
  expect(await ask({ between }, numbered(1000))).toEqual([]);
  expect(between).toHaveBeenCalledTimes(40);
  expect(most).toBe(25);
});

test('of a store that has sent much in between nothing is overlooked, and each number costs one Query more at most', async () => {
  const terms = termsOf([
    sent(
      1,
      numbered(900, (index) => `XKW${String(index).padStart(4, '0')}`),
    ),
    sent(
      2,
      numbered(300, (index) => `XKW0500${String(index).padStart(4, '0')}`),
    ),
  ]);
  const between = jest.fn(terms.between);
  const serials = numbered(30, (index) => `XKW${String(index * 40).padStart(4, '0')}`);
  expect(named(await ask({ between }, serials))).toEqual(serials.slice(0, 23).map((serial) => `${serial} in Ret 1`));
  expect(between.mock.calls.length).toBeLessThanOrEqual(2 + serials.length);
});

test('whatever was sent and is asked about, the newest return of each is found', async () => {
  const serial = fc.stringMatching(/^[AB9-]{1,4}$/);
  const returns = fc.array(fc.array(serial, { minLength: 1, maxLength: 200 }), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(returns, fc.array(serial, { maxLength: 60 }), async (lists, asked) => {
      const newest = (serialNumber: string) => lists.findLastIndex((serials) => serials.includes(serialNumber));
      const expected = [...new Set(asked)].flatMap((serialNumber) =>
        newest(serialNumber) < 0 ? [] : [`${serialNumber} in Ret ${newest(serialNumber)}`],
      );
      const terms = termsOf(lists.map((serials, number) => sent(number, serials)));
      expect(named(await ask(terms, asked))).toEqual(expected.toSorted());
    }),
    { numRuns: 200 },
  );
});

test('answers that take too long are given up, and no more is asked', async () => {
  const answers: (() => void)[] = [];
  const between = () =>
    new Promise<{ items: never[]; hasMore: boolean }>((resolve) => {
      answers.push(() => resolve({ items: [], hasMore: false }));
    });
  await expect(serialsSentBefore({ between }, owner, numbered(1000), 20)).rejects.toMatchObject({
    name: 'TimeoutError',
  });
  expect(answers).toHaveLength(25);
  for (const answer of answers) answer();
  await setImmediate();
  expect(answers).toHaveLength(25);
});

describe('a return that a file has become', () => {
  const { db, mock: table } = mockedDb();
  const returns = sentReturns(db, 'returns');
  const row = withRma(bookedReturn(), 'UK7');

  test('is told with who booked it and how many lines it has, and the lines are not read', async () => {
    const { lines: _, ...rest } = row;
    table.on(GetCommand).resolves({ Item: rest });
    expect(await returns.find(row)).toEqual({
      storeRefNo: 'Ret 1',
      id: row.id,
      createdAt: row.createdAt,
      lines: 3,
      by: 'anna@store.example',
    });
    const { Key, ExpressionAttributeNames = {} } = table.commandCalls(GetCommand)[0]?.args[0].input ?? {};
    expect(Key).toEqual({ store: 'nuk#UK-1', reference: 'ret 1' });
    expect(Object.values(ExpressionAttributeNames)).not.toContain('lines');
  });
});
