import type { TemporaryDatabase, RecordedCall } from '#scripts/testing/database.ts';
import { createRouteCaller } from '#scripts/testing/records.ts';
import type { SignedInUser } from '#scripts/testing/signed-in-user.ts';
import { createSignedInUser } from '#scripts/testing/signed-in-user.ts';
import { repairs } from '#shared/api/routes/repairs.ts';
import type { Bench, Figure } from './figure.ts';
import { createExactFigure } from './figure.ts';
import { runWithRepairs } from './filled-database.ts';
import { compareInterleaved } from './interleaved.ts';

const smallRecordCount = 100;
const farPageNumber = 50;
const measurementOptions = { rounds: 25, calls: 12, warmUp: 60 };

const sumReadUnits = (calls: readonly RecordedCall[]) =>
  calls.filter(({ operation }) => operation === 'Query').reduce((sum, { units }) => sum + units, 0);

const measure = async (
  name: string,
  caller: SignedInUser,
  {
    smallDatabase,
    largeDatabase,
  }: { readonly smallDatabase: TemporaryDatabase; readonly largeDatabase: TemporaryDatabase },
): Promise<Figure[]> => {
  const createLister = async (database: TemporaryDatabase) => {
    const call = await createRouteCaller(database, caller);
    return (cursor?: string) =>
      call(repairs.listRepairs, { queryStringParameters: { limit: '25', ...(cursor && { cursor }) } });
  };
  const listSmall = await createLister(smallDatabase);
  const listLarge = await createLister(largeDatabase);
  let cursor = '';
  for (let page = 1; page < farPageNumber; page += 1) cursor = String((await listLarge(cursor))['cursor'] ?? '');
  if (cursor === '') throw new Error(`there is no page ${farPageNumber}`);

  // `few` and `many` are the first pages of the small and the large list, `far` is a late page of the large one.
  const callsByCase = {
    few: await smallDatabase.recordCalls(() => listSmall()),
    many: await largeDatabase.recordCalls(() => listLarge()),
    far: await largeDatabase.recordCalls(() => listLarge(cursor)),
  };
  const allCalls = Object.values(callsByCase);
  const recordCountRatio = await compareInterleaved(
    () => listLarge(),
    () => listSmall(),
    measurementOptions,
  );
  const pageNumberRatio = await compareInterleaved(
    () => listLarge(cursor),
    () => listLarge(),
    measurementOptions,
  );
  return [
    { label: `${name}: calls of DynamoDB`, value: Math.max(...allCalls.map(({ length }) => length)), atMost: 2 },
    createExactFigure(`${name}: scans`, allCalls.flat().filter(({ operation }) => operation === 'Scan').length, 0),
    createExactFigure(
      `${name}: read units of many records, equal to ${smallRecordCount}`,
      sumReadUnits(callsByCase.many),
      sumReadUnits(callsByCase.few),
    ),
    createExactFigure(
      `${name}: read units of page ${farPageNumber}, equal to page 1`,
      sumReadUnits(callsByCase.far),
      sumReadUnits(callsByCase.many),
    ),
    { label: `${name}: p50 of many / of ${smallRecordCount}`, value: recordCountRatio, atMost: 1.2 },
    { label: `${name}: p50 of page ${farPageNumber} / of page 1`, value: pageNumberRatio, atMost: 1.2 },
  ];
};

export const listBench: Bench = {
  description: `a page of submitted repairs at ${smallRecordCount} and at many records`,
  run: ({ recordCount, say }) =>
    runWithRepairs(smallRecordCount, (smallDatabase) => {
      say(`Writing ${recordCount.toLocaleString('en-GB')} records …`);
      return runWithRepairs(recordCount, async (largeDatabase) => {
        const now = new Date();
        const callers = { 'a store': createSignedInUser(now), 'a region': createSignedInUser(now, 'admin') };
        const figures: Figure[] = [];
        for (const [callerName, caller] of Object.entries(callers))
          figures.push(...(await measure(`List of ${callerName}`, caller, { smallDatabase, largeDatabase })));
        return figures;
      });
    }),
};
