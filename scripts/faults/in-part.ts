import * as z from 'zod/mini';

type Json = Record<string, unknown>;

/** A batch of which only a part is done: what of it goes through (undefined: nothing), and the answer once that has been answered. */
type InPart = { readonly goesThrough: Json | undefined; readonly answer: (answered: Json) => Json };

const list = z.array(z.unknown());
const byTable = z.record(z.string(), z.union([list, z.looseObject({ Keys: list })]));

/** Leaves some of them behind, one at least. */
const divide = <Item>(items: readonly Item[], random: () => number) => {
  const chosen = items.filter(() => random() < 0.5);
  const left = new Set(chosen.length > 0 ? chosen : items.slice(0, 1));
  return { done: items.filter((item) => !left.has(item)), left };
};

/** Of a batch of DynamoDB's a table has a list of writes, or an object with the keys that are read. */
const tablesInPart = (leftName: string, nothing: Json, body: Json, random: () => number): InPart => {
  const asked = Object.entries(byTable.parse(body['RequestItems']));
  const all = asked.flatMap(([table, of]) => (Array.isArray(of) ? of : of.Keys).map((request) => ({ table, request })));
  const { done, left } = divide(all, random);
  const requestsOf = (chosen: typeof all): Json =>
    Object.fromEntries(
      asked.flatMap(([table, of]) => {
        const requests = chosen.filter((one) => one.table === table).map(({ request }) => request);
        return requests.length === 0 ? [] : [[table, Array.isArray(of) ? requests : { ...of, Keys: requests }]];
      }),
    );
  return {
    goesThrough: done.length > 0 ? { ...body, RequestItems: requestsOf(done) } : undefined,
    answer: (answered) => ({ ...nothing, ...answered, [leftName]: requestsOf([...left]) }),
  };
};

const eventsInPart = (body: Json, random: () => number): InPart => {
  const entries = list.parse(body['Entries']).map((entry) => ({ entry }));
  const { done, left } = divide(entries, random);
  const refused = { ErrorCode: 'ThrottlingException', ErrorMessage: 'Made up.' };
  return {
    goesThrough: done.length > 0 ? { ...body, Entries: done.map(({ entry }) => entry) } : undefined,
    answer: ({ Entries = [], FailedEntryCount = 0 }) => {
      const results = list.parse(Entries).values();
      return {
        FailedEntryCount: Number(FailedEntryCount) + left.size,
        Entries: entries.map((each) => (left.has(each) ? refused : results.next().value)),
      };
    },
  };
};

/** A call of which AWS may do a part only; undefined for any other. */
export const inPart = (operation: string, body: Json, random: () => number): InPart | undefined => {
  if (operation === 'BatchGetItem') return tablesInPart('UnprocessedKeys', { Responses: {} }, body, random);
  if (operation === 'BatchWriteItem') return tablesInPart('UnprocessedItems', {}, body, random);
  return operation === 'PutEvents' ? eventsInPart(body, random) : undefined;
};
