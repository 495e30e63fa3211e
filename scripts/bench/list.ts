import { repairs } from '#shared/routes/repairs.ts';
import type { BenchDatabase, HeardCall } from '../testing/database.ts';
import { callAs } from '../testing/records.ts';
import type { SignedIn } from '../testing/signed-in.ts';
import { signedIn } from '../testing/signed-in.ts';
import type { Bench, Figure } from './figure.ts';
import { exactly } from './figure.ts';
import { withRepairs } from './filled-database.ts';
import { compare } from './interleaved.ts';

const few = 100;
const farPage = 50;
const turns = { rounds: 25, calls: 12, warmUp: 60 };

const unitsOf = (calls: readonly HeardCall[]) =>
  calls.filter(({ operation }) => operation === 'Query').reduce((sum, { units }) => sum + units, 0);

const measure = async (
  name: string,
  caller: SignedIn,
  { small, large }: { readonly small: BenchDatabase; readonly large: BenchDatabase },
): Promise<Figure[]> => {
  const listIn = async (database: BenchDatabase) => {
    const call = await callAs(database, caller);
    return (cursor?: string) =>
      call(repairs.listRepairs, { queryStringParameters: { limit: '25', ...(cursor && { cursor }) } });
  };
  const [ofFew, ofMany] = [await listIn(small), await listIn(large)];
  let cursor = '';
  for (let page = 1; page < farPage; page += 1) cursor = String((await ofMany(cursor))['cursor'] ?? '');
  if (cursor === '') throw new Error(`there is no page ${farPage}`);

  const heard = {
    few: await small.heard(() => ofFew()),
    many: await large.heard(() => ofMany()),
    far: await large.heard(() => ofMany(cursor)),
  };
  const all = Object.values(heard);
  const growth = await compare(
    () => ofMany(),
    () => ofFew(),
    turns,
  );
  const depth = await compare(
    () => ofMany(cursor),
    () => ofMany(),
    turns,
  );
  return [
    { what: `${name}: calls of DynamoDB`, value: Math.max(...all.map(({ length }) => length)), atMost: 2 },
    exactly(`${name}: scans`, all.flat().filter(({ operation }) => operation === 'Scan').length, 0),
    exactly(`${name}: read units of many, as of ${few}`, unitsOf(heard.many), unitsOf(heard.few)),
    exactly(`${name}: read units of page ${farPage}, as of page 1`, unitsOf(heard.far), unitsOf(heard.many)),
    { what: `${name}: p50 of many / of ${few}`, value: growth, atMost: 1.2 },
    { what: `${name}: p50 of page ${farPage} / of page 1`, value: depth, atMost: 1.2 },
  ];
};

export const listBench: Bench = {
  about: `a page of submitted repairs at ${few} and at many records`,
  run: ({ records, say }) =>
    withRepairs(few, (small) => {
      say(`Writing ${records.toLocaleString('en-GB')} records …`);
      return withRepairs(records, async (large) => {
        const now = new Date();
        const callers = { 'a store': signedIn(now), 'a region': signedIn(now, 'admin') };
        const figures: Figure[] = [];
        for (const [who, caller] of Object.entries(callers))
          figures.push(...(await measure(`List of ${who}`, caller, { small, large })));
        return figures;
      });
    }),
};
