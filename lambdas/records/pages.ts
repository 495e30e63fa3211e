import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Page } from '#lambdas/aws/query-page.ts';
import { queryPage } from '#lambdas/aws/query-page.ts';
import { storeKey } from '#lambdas/directory/users.ts';
import type { Records } from '#shared/records/search.ts';
import { tables } from '#shared/tables.ts';
import type { Owner } from './access.ts';
import { badCursor, timeCursor } from './cursor.ts';
import type { Filter, Question } from './list-query.ts';
import { isWithin } from './list-query.ts';
import { stateAt } from './state-at.ts';

/** The last row of a page, as far as the next one needs it. */
export type After = { readonly createdAt: string; readonly storeId: string; readonly reference: string };

const indexOf = ({ storeId }: Owner, { state }: Filter<string>) => {
  if (storeId === undefined) return state === undefined ? 'byRegion' : 'byRegionAndState';
  return state === undefined ? 'byStore' : 'byStoreAndState';
};

const partitionOf = ({ region, storeId }: Owner) => (storeId === undefined ? region : storeKey(region, storeId));

const sortOf = ({ state }: Filter<string>, createdAt: string) =>
  state === undefined ? createdAt : stateAt(state, createdAt);

/** Pages of a table of records, newest first, of a store or a region: one Query of the index that fits, and nothing is filtered afterwards. */
export const recordPages = <Row>(
  db: DynamoDBDocumentClient,
  table: string,
  records: Records,
  parse: (item: unknown) => Row,
) => {
  const { indexes } = tables[records];

  /** Where a page begins. Built from the owner: whatever a cursor names, the page stays in that store or region. */
  const startKey = (owner: Owner, filter: Filter<string>, { createdAt, storeId, reference }: After) => ({
    ...(owner.storeId === undefined && { region: owner.region }),
    store: storeKey(owner.region, owner.storeId ?? storeId),
    reference,
    [indexes[indexOf(owner, filter)].sort]: sortOf(filter, createdAt),
  });

  return (owner: Owner, filter: Filter<string>, limit: number, after?: After): Promise<Page<Row>> => {
    const index = indexOf(owner, filter);
    const { kind, partition, sort } = indexes[index];
    // Every instant lies between the two signs that stand for an open end.
    const { from = '0', to = '~' } = filter.period;
    return queryPage(
      db,
      {
        TableName: table,
        IndexName: index,
        KeyConditionExpression: '#partition = :owner AND #sort BETWEEN :from AND :to',
        ExpressionAttributeNames: { '#partition': partition, '#sort': sort },
        ExpressionAttributeValues: {
          ':owner': partitionOf(owner),
          ':from': sortOf(filter, from),
          ':to': sortOf(filter, to),
        },
        ConsistentRead: kind === 'local',
        ScanIndexForward: false,
        ...(after && { ExclusiveStartKey: startKey(owner, filter, after) }),
      },
      limit,
      parse,
    );
  };
};

type List<State extends string, Row> = (
  owner: Owner,
  filter: Filter<State>,
  limit: number,
  after?: After,
) => Promise<Page<Row>>;

/** Pages of a list by time, newest first; a cursor where there are more. Throws badCursor. */
export const timePages =
  <State extends string, Row extends After>(list: List<State, Row>) =>
  async ({ owner, filter, limit, cursor, asked }: Question<State>) => {
    const after = cursor === undefined ? undefined : timeCursor.decode(asked, cursor);
    // DynamoDB takes no beginning outside the period.
    if (after && !isWithin(after.createdAt, filter.period)) throw badCursor();
    const { items, hasMore } = await list(owner, filter, limit, after);
    const last = items.at(-1);
    return { items, ...(hasMore && last && { cursor: timeCursor.encode(asked, last) }) };
  };
