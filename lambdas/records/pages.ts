import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { expressions } from '#lambdas/aws/expressions.ts';
import type { Page } from '#lambdas/aws/query-page.ts';
import { queryPage } from '#lambdas/aws/query-page.ts';
import { storeKey } from '#shared/stores.ts';
import { tables } from '#shared/tables.ts';
import type { Owner } from './access.ts';
import type { RecordKind, RecordRow } from './kind.ts';
import { stateAt } from './kind.ts';
import type { Filter } from './list-query.ts';

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
export const recordPages = <IndexRow>(
  db: DynamoDBDocumentClient,
  table: string,
  { name, parseIndexRow }: Pick<RecordKind<RecordRow, IndexRow>, 'name' | 'parseIndexRow'>,
) => {
  const { indexes } = tables[name];

  /** Where a page begins. Built from the owner: whatever a cursor names, the page stays in that store or region. */
  const startKey = (owner: Owner, filter: Filter<string>, { createdAt, storeId, reference }: After) => ({
    ...(owner.storeId === undefined && { region: owner.region }),
    store: storeKey(owner.region, owner.storeId ?? storeId),
    reference,
    [indexes[indexOf(owner, filter)].sort]: sortOf(filter, createdAt),
  });

  return (owner: Owner, filter: Filter<string>, limit: number, after?: After): Promise<Page<IndexRow>> => {
    const index = indexOf(owner, filter);
    const { kind, partition, sort } = indexes[index];
    // Every instant lies between the two signs that stand for an open end.
    const { from = '0', to = '~' } = filter.period;
    return queryPage(
      db,
      {
        TableName: table,
        IndexName: index,
        ...expressions(
          { KeyConditionExpression: `#${partition} = :owner AND #${sort} BETWEEN :from AND :to` },
          { owner: partitionOf(owner), from: sortOf(filter, from), to: sortOf(filter, to) },
        ),
        ConsistentRead: kind === 'local',
        ScanIndexForward: false,
        ...(after && { ExclusiveStartKey: startKey(owner, filter, after) }),
      },
      limit,
      parseIndexRow,
    );
  };
};
