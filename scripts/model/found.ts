import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { normaliseReference, withdrawnReference } from '#shared/records/record.ts';
import { searchOwner, searchTerm } from '#shared/records/search.ts';
import { region } from '../testing/signed-in.ts';
import type { Kind } from './kinds.ts';
import type { Kept, World } from './model.ts';
import { contents, dueOf, rmaOf, stateOf } from './model.ts';
import type { Functions, Setting } from './setting.ts';
import { idOf, storeId, storeRefNo } from './setting.ts';

const valuesOf = ({ found }: Kind, kept: Kept) => {
  const rma = rmaOf(kept);
  return [
    ['reference', storeRefNo] as const,
    ...(rma === undefined ? [] : [['rma', rma] as const]),
    ...found(kept.content),
  ];
};

const itemsFor = (kind: Kind, kept: Kept, reference: string): string[] => {
  const owners = [searchOwner(kind.name, region, storeId), searchOwner(kind.name, region)];
  const texts = valuesOf(kind, kept).flatMap(([termKind, value]) => {
    const term = searchTerm(termKind, value, { storeId, reference });
    return owners.map((owner) => JSON.stringify([owner, term, reference]));
  });
  const due = dueOf(kept);
  return [...texts, ...(due ? owners.map((owner) => JSON.stringify([owner, due, reference])) : [])];
};

/** A term without its day, where it is one of a day: the model has no calendar. */
const dayless = (term: unknown) => {
  const [space = ''] = String(term).split('\u001F');
  return space === 'text' ? term : space;
};

const page = z.object({
  items: z.array(z.looseObject({ id: z.string(), state: z.string(), rma: z.nullable(z.string()) })),
});

const expectSame = (what: string, is: readonly string[], shouldBe: readonly string[]) => {
  if (!isDeepStrictEqual(is.toSorted(), shouldBe.toSorted()))
    throw new Error(`${what}: ${JSON.stringify(is, null, 2)}, should be ${JSON.stringify(shouldBe, null, 2)}`);
};

/** Throws unless the search table holds the terms of the world's records and no others, and lists and searches find these records and no others. */
export const expectFound = async (
  kind: Kind,
  { standing, aside }: World,
  { itemsOf }: Pick<Setting, 'itemsOf'>,
  { call }: Pick<Functions, 'call'>,
): Promise<void> => {
  const withdrawn = Object.values(aside);
  const all = [...(standing ? [standing] : []), ...withdrawn];

  expectSame(
    'the search table',
    (await itemsOf('search')).map(({ owner, term, reference }) => JSON.stringify([owner, dayless(term), reference])),
    [
      ...(standing ? itemsFor(kind, standing, normaliseReference(storeRefNo)) : []),
      ...withdrawn.flatMap((kept) => itemsFor(kind, kept, withdrawnReference(storeRefNo, idOf[kept.name]))),
    ],
  );

  const listed = async (query: object): Promise<string[]> => {
    const answer = await call(kind, 'list', query);
    if ('code' in answer) throw new Error(`a list answered ${answer.code}`);
    return page.parse(answer.body).items.map(({ id, state, rma }) => `${id} ${state} ${rma}`);
  };
  const shown = (records: readonly Kept[]) =>
    records.map((kept) => `${idOf[kept.name]} ${stateOf(kept)} ${rmaOf(kept) ?? null}`);

  expectSame('the list', await listed({}), shown(all));
  for (const state of new Set(all.map(stateOf)))
    expectSame(`the list of ${state}`, await listed({ state }), shown(all.filter((kept) => stateOf(kept) === state)));
  if (kind.name === 'repairs')
    expectSame('what is due', await listed({ due: 'all' }), shown(all.filter((kept) => dueOf(kept) === 'due')));
  const everyValue = new Set(
    [...all.flatMap((kept) => valuesOf(kind, kept)), ...contents.flatMap(kind.found)].map(([, value]) => value),
  );
  for (const search of everyValue) {
    const found = all.filter((kept) => valuesOf(kind, kept).some(([, value]) => value === search));
    expectSame(`the search for ${search}`, await listed({ search }), shown(found));
  }
};
