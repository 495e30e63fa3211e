import * as z from 'zod/mini';

type Json = Record<string, unknown>;

/** A batch of which only a part is done: what of it goes through (undefined: nothing), and the answer once that has been answered. */
type InPart = { readonly goesThrough: Json | undefined; readonly answer: (answered: Json) => Json };

const reads = z.record(z.string(), z.looseObject({ Keys: z.array(z.unknown()) }));
const writes = z.record(z.string(), z.array(z.unknown()));
const events = z.array(z.unknown());

/** Leaves some of them behind, one at least. */
const divide = <Item>(items: readonly Item[], random: () => number) => {
  const left = new Set(items.filter(() => random() < 0.5));
  const [first] = items;
  if (left.size === 0 && first !== undefined) left.add(first);
  return { done: items.filter((item) => !left.has(item)), left };
};

const byTable = <Item extends { readonly table: string }, Value>(
  items: readonly Item[],
  valueOf: (ofTable: readonly Item[]) => Value,
): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(Object.groupBy(items, ({ table }) => table)).map(([table, ofTable = []]) => [
      table,
      valueOf(ofTable),
    ]),
  );

const readInPart = (body: Json, random: () => number): InPart => {
  const keys = Object.entries(reads.parse(body['RequestItems'])).flatMap(([table, { Keys, ...shape }]) =>
    Keys.map((key) => ({ table, shape, key })),
  );
  const requestsOf = (chosen: readonly (typeof keys)[number][]) =>
    byTable(chosen, (ofTable) => ({ ...ofTable[0]?.shape, Keys: ofTable.map(({ key }) => key) }));
  const { done, left } = divide(keys, random);
  return {
    goesThrough: done.length > 0 ? { ...body, RequestItems: requestsOf(done) } : undefined,
    answer: (answered) => ({ Responses: {}, ...answered, UnprocessedKeys: requestsOf([...left]) }),
  };
};

const writeInPart = (body: Json, random: () => number): InPart => {
  const items = Object.entries(writes.parse(body['RequestItems'])).flatMap(([table, requests]) =>
    requests.map((request) => ({ table, request })),
  );
  const requestsOf = (chosen: readonly (typeof items)[number][]) =>
    byTable(chosen, (ofTable) => ofTable.map(({ request }) => request));
  const { done, left } = divide(items, random);
  return {
    goesThrough: done.length > 0 ? { ...body, RequestItems: requestsOf(done) } : undefined,
    answer: (answered) => ({ ...answered, UnprocessedItems: requestsOf([...left]) }),
  };
};

const publishInPart = (body: Json, random: () => number): InPart => {
  const entries = events.parse(body['Entries']).map((entry) => ({ entry }));
  const { done, left } = divide(entries, random);
  return {
    goesThrough: done.length > 0 ? { ...body, Entries: done.map(({ entry }) => entry) } : undefined,
    answer: ({ Entries = [], FailedEntryCount = 0 }) => {
      const results = events.parse(Entries).values();
      return {
        FailedEntryCount: Number(FailedEntryCount) + left.size,
        Entries: entries.map((each) =>
          left.has(each) ? { ErrorCode: 'ThrottlingException', ErrorMessage: 'Made up.' } : results.next().value,
        ),
      };
    },
  };
};

const batches: Readonly<Record<string, (body: Json, random: () => number) => InPart>> = {
  BatchGetItem: readInPart,
  BatchWriteItem: writeInPart,
  PutEvents: publishInPart,
};

/** A call of which AWS may do a part only; undefined for any other. */
export const inPart = (operation: string, body: Json, random: () => number): InPart | undefined =>
  batches[operation]?.(body, random);
