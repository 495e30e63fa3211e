import * as z from 'zod/mini';

type Json = Record<string, unknown>;

/** A batch of which only a part is done: what of it goes through (undefined: nothing), and the answer once that has been answered. */
type InPart = { readonly goesThrough: Json | undefined; readonly answer: (answered: Json) => Json };

const list = z.array(z.unknown());
const byTable = z.record(z.string(), z.unknown());
const read = z.looseObject({ Keys: list });

/** Leaves some of them behind, one at least. */
const divide = <Item>(items: readonly Item[], random: () => number) => {
  const left = new Set(items.filter(() => random() < 0.5));
  const [first] = items;
  if (left.size === 0 && first !== undefined) left.add(first);
  return { done: items.filter((item) => !left.has(item)), left };
};

/** A batch of DynamoDB's: how the list of a table's requests stands in it, the name of what is left, and what an answer has at least. */
const ofTables =
  (
    listOf: (ofTable: unknown) => readonly unknown[],
    having: (ofTable: unknown, requests: readonly unknown[]) => unknown,
    leftName: string,
    nothing: Json = {},
  ) =>
  (body: Json, random: () => number): InPart => {
    const all = Object.entries(byTable.parse(body['RequestItems'])).flatMap(([table, ofTable]) =>
      listOf(ofTable).map((request) => ({ table, ofTable, request })),
    );
    const { done, left } = divide(all, random);
    const requestsOf = (chosen: readonly (typeof all)[number][]): Json =>
      Object.fromEntries(
        [...Map.groupBy(chosen, ({ table }) => table)].map(([table, ofThis]) => [
          table,
          having(
            ofThis[0]?.ofTable,
            ofThis.map(({ request }) => request),
          ),
        ]),
      );
    return {
      goesThrough: done.length > 0 ? { ...body, RequestItems: requestsOf(done) } : undefined,
      answer: (answered) => ({ ...nothing, ...answered, [leftName]: requestsOf([...left]) }),
    };
  };

const publishInPart = (body: Json, random: () => number): InPart => {
  const entries = list.parse(body['Entries']).map((entry) => ({ entry }));
  const { done, left } = divide(entries, random);
  return {
    goesThrough: done.length > 0 ? { ...body, Entries: done.map(({ entry }) => entry) } : undefined,
    answer: ({ Entries = [], FailedEntryCount = 0 }) => {
      const results = list.parse(Entries).values();
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
  BatchGetItem: ofTables(
    (ofTable) => read.parse(ofTable).Keys,
    (ofTable, Keys) => ({ ...read.parse(ofTable), Keys }),
    'UnprocessedKeys',
    { Responses: {} },
  ),
  BatchWriteItem: ofTables(
    (ofTable) => list.parse(ofTable),
    (_, requests) => requests,
    'UnprocessedItems',
  ),
  PutEvents: publishInPart,
};

/** A call of which AWS may do a part only; undefined for any other. */
export const inPart = (operation: string, body: Json, random: () => number): InPart | undefined =>
  batches[operation]?.(body, random);
