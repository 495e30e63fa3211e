import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { benchRegion } from '#scripts/testing/signed-in-user.ts';
import { normalizeReference, toWithdrawnReference } from '#shared/records/record.ts';
import { toSearchOwner, toSearchTerm } from '#shared/records/search.ts';
import type { Functions, Environment } from './environment.ts';
import { idByName, storeId, storeRefNo } from './environment.ts';
import type { Kind } from './kinds.ts';
import type { ModelRecord, ModelState } from './model.ts';
import { contents, findDateTerm, findNews, findRma, toState } from './model.ts';

const findSearchTerms = ({ toSearchValues }: Kind, record: ModelRecord) => {
  const rma = findRma(record);
  return [
    ['reference', storeRefNo] as const,
    ...(rma === undefined ? [] : [['rma', rma] as const]),
    ...toSearchValues(record.content),
  ];
};

const toSearchItems = (kind: Kind, record: ModelRecord, reference: string): string[] => {
  const owners = [toSearchOwner(kind.name, benchRegion, storeId), toSearchOwner(kind.name, benchRegion)];
  const textItems = findSearchTerms(kind, record).flatMap(([termKind, value]) => {
    const term = toSearchTerm(termKind, value, { storeId, reference });
    return owners.map((owner) => JSON.stringify([owner, term, reference]));
  });
  // A return has no date term: it has no deadlines, and its state tells that it can be sent.
  const date = kind.name === 'repairs' ? findDateTerm(record) : undefined;
  const dateItems = date ? owners.map((owner) => JSON.stringify([owner, date, reference])) : [];
  const [storeOwner] = owners;
  const newsItems = findNews(kind.name, record).map((report) =>
    JSON.stringify([storeOwner, `news ${report}`, reference]),
  );
  return [...textItems, ...dateItems, ...newsItems];
};

/** Removes the day from a date term and the time from a news term, because the model has no calendar. */
const removeDay = (term: unknown) => {
  const [namespace = '', , kind = ''] = String(term).split('\u001F');
  if (namespace === 'news') return `news ${kind}`;
  return namespace === 'text' ? term : namespace;
};

const listResponse = z.object({
  items: z.array(z.looseObject({ id: z.string(), state: z.string(), rma: z.nullable(z.string()) })),
});

const expectSameItems = (subject: string, actual: readonly string[], expected: readonly string[]) => {
  if (!isDeepStrictEqual(actual.toSorted(), expected.toSorted()))
    throw new Error(`${subject}: ${JSON.stringify(actual, null, 2)}, should be ${JSON.stringify(expected, null, 2)}`);
};

/**
 * Throws unless the search table holds exactly the terms of the model's records, and lists and searches return exactly
 * these records.
 */
export const expectMatchingSearch = async (
  kind: Kind,
  { currentRecord, withdrawnByName }: ModelState,
  { scanTable }: Pick<Environment, 'scanTable'>,
  { call }: Pick<Functions, 'call'>,
): Promise<void> => {
  const withdrawnRecords = Object.values(withdrawnByName);
  const allRecords = [...(currentRecord ? [currentRecord] : []), ...withdrawnRecords];

  expectSameItems(
    'the search table',
    (await scanTable('search')).map(({ owner, term, reference }) =>
      JSON.stringify([owner, removeDay(term), reference]),
    ),
    [
      ...(currentRecord ? toSearchItems(kind, currentRecord, normalizeReference(storeRefNo)) : []),
      ...withdrawnRecords.flatMap((record) =>
        toSearchItems(kind, record, toWithdrawnReference(storeRefNo, idByName[record.name])),
      ),
    ],
  );

  const listRecords = async (query: object): Promise<string[]> => {
    const answer = await call(kind, 'list', query);
    if ('code' in answer) throw new Error(`a list responded with ${answer.code}`);
    return listResponse.parse(answer.body).items.map(({ id, state, rma }) => `${id} ${state} ${rma}`);
  };
  const formatRecords = (records: readonly ModelRecord[]) =>
    records.map((record) => `${idByName[record.name]} ${toState(record)} ${findRma(record) ?? null}`);

  expectSameItems('the list', await listRecords({}), formatRecords(allRecords));
  for (const state of new Set(allRecords.map(toState)))
    expectSameItems(
      `the list of ${state}`,
      await listRecords({ state }),
      formatRecords(allRecords.filter((record) => toState(record) === state)),
    );
  if (kind.name === 'repairs')
    for (const [filter, term] of [
      ['all', 'due'],
      ['send', 'send'],
    ] as const)
      expectSameItems(
        `the list filtered by ${filter}`,
        await listRecords({ due: filter }),
        formatRecords(allRecords.filter((record) => findDateTerm(record) === term)),
      );
  const searchValues = new Set(
    [...allRecords.flatMap((record) => findSearchTerms(kind, record)), ...contents.flatMap(kind.toSearchValues)].map(
      ([, value]) => value,
    ),
  );
  for (const search of searchValues) {
    const matchingRecords = allRecords.filter((record) =>
      findSearchTerms(kind, record).some(([, value]) => value === search),
    );
    expectSameItems(`the search for ${search}`, await listRecords({ search }), formatRecords(matchingRecords));
  }
};
