import type { BenchDatabase } from './database.ts';
import type { Bench, Figure } from './figure.ts';
import { filledDatabase } from './filled-database.ts';
import { compare } from './interleaved.ts';
import type { RepairsFunction } from './repairs-function.ts';
import { repairsFunction } from './repairs-function.ts';
import type { SignedIn } from './signed-in.ts';
import { signedIn } from './signed-in.ts';

const few = 100;
const farPage = 50;
const turns = { rounds: 25, calls: 12, warmUp: 60 };

type Question = { readonly what: string; readonly query: Readonly<Record<string, string>> };
const newest: Question = { what: 'List', query: {} };
const dueNext: Question = { what: 'What is due', query: { due: 'all' } };

const listOf =
  ({ query }: Question) =>
  (call: RepairsFunction, cursor?: unknown) =>
    call('listRepairs', {
      queryStringParameters: { limit: '25', ...query, ...(typeof cursor === 'string' && { cursor }) },
    });

const cursorOfPage = async (list: ReturnType<typeof listOf>, call: RepairsFunction, page: number): Promise<unknown> => {
  let cursor: unknown;
  for (let at = 1; at < page; at += 1) cursor = (await list(call, cursor))['cursor'];
  if (typeof cursor !== 'string') throw new Error(`there is no page ${page}`);
  return cursor;
};

const measure = async (
  question: Question,
  who: string,
  caller: SignedIn,
  small: BenchDatabase,
  large: BenchDatabase,
  records: number,
): Promise<Figure[]> => {
  const list = listOf(question);
  const name = `${question.what} of ${who}`;
  const [fromFew, fromMany] = [await repairsFunction(small, caller), await repairsFunction(large, caller)];
  const cursor = await cursorOfPage(list, fromMany, farPage);
  const heardOfFew = await small.heard(() => list(fromFew));
  const heardOfMany = await large.heard(() => list(fromMany));
  const heardOfFar = await large.heard(() => list(fromMany, cursor));
  const units = (calls: typeof heardOfFew) =>
    calls.filter(({ operation }) => operation === 'Query').reduce((sum, call) => sum + call.units, 0);
  const [unitsOfFew, unitsOfMany, unitsOfFar] = [heardOfFew, heardOfMany, heardOfFar].map(units);

  const growth = await compare(
    () => list(fromMany),
    () => list(fromFew),
    turns,
  );
  const depth = await compare(
    () => list(fromMany, cursor),
    () => list(fromMany),
    turns,
  );
  const many = records.toLocaleString('en-GB');
  const all = [...heardOfFew, ...heardOfMany, ...heardOfFar];
  return [
    {
      what: `${name}: calls of DynamoDB, ${heardOfMany.map(({ operation }) => operation).join(' and ')}`,
      value: Math.max(heardOfMany.length, heardOfFar.length),
      atMost: 2,
    },
    { what: `${name}: scans`, value: all.filter(({ operation }) => operation === 'Scan').length, atMost: 0 },
    {
      what: `${name}: read units of page 1 at ${many} records, as at ${few}`,
      value: unitsOfMany ?? NaN,
      atMost: unitsOfFew ?? NaN,
      atLeast: unitsOfFew ?? NaN,
    },
    {
      what: `${name}: read units of page ${farPage}, as of page 1`,
      value: unitsOfFar ?? NaN,
      atMost: unitsOfMany ?? NaN,
      atLeast: unitsOfMany ?? NaN,
    },
    { what: `${name}: p50 at ${many} records`, value: growth.first, unit: 'ms' },
    { what: `${name}: p50 at ${many} records / at ${few}`, value: growth.ratio, atMost: 1.2 },
    { what: `${name}: p50 of page ${farPage} / of page 1`, value: depth.ratio, atMost: 1.2 },
  ];
};

/** A page of the list costs the same however many records there are, and however far in it is. */
export const listBench: Bench = {
  about: 'a page of submitted repairs at few and at many records',
  run: async ({ records, say }) => {
    const small = await filledDatabase(few, say);
    try {
      const large = await filledDatabase(records, say);
      try {
        const now = new Date();
        const figures: Figure[] = [];
        for (const question of [newest, dueNext])
          for (const [who, caller] of [
            ['a store', signedIn(now)],
            ['a region', signedIn(now, 'admin')],
          ] as const)
            figures.push(...(await measure(question, who, caller, small, large, records)));
        return figures;
      } finally {
        await large.stop();
      }
    } finally {
      await small.stop();
    }
  },
};
