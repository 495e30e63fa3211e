import { randomUUID } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { backOfficeHandler } from '#lambdas/back-office/handler.ts';
import { changesHandler } from '#lambdas/changes/handler.ts';
import { searchStore } from '#lambdas/changes/store.ts';
import { itemOf } from '#lambdas/records/item.ts';
import type { RepairRow } from '#lambdas/records/repair.ts';
import { repairKind } from '#lambdas/records/repair.ts';
import { returnKind } from '#lambdas/records/return.ts';
import { searchIndex } from '#lambdas/records/search.ts';
import { recordsStore } from '#lambdas/records/store.ts';
import { eventSources } from '#shared/back-office/events.ts';
import { normaliseReference } from '#shared/records/record.ts';
import type { BenchDatabase, HeardCall } from './database.ts';
import { benchStore, region } from './signed-in.ts';

const log = () => {};

type Booked = { readonly id: string; readonly storeRefNo: string };

/** What keeps the search table and tells the provider, fed by hand: the stream's part in the local cloud takes its time. */
const tellingOf = (database: BenchDatabase) => {
  let told = 0;
  const changes = changesHandler({
    search: { ...searchStore(database.db, 'search', async () => {}), ...searchIndex(database.db, 'search') },
    bus: { publish: async ({ length }) => ((told += length), { there: length }) },
    lost: { put: () => Promise.reject(new Error('nothing is lost here')) },
    plain: (image) => unmarshall(image as Parameters<typeof unmarshall>[0]),
    log,
  });
  const imageOf = (row: RepairRow) => marshall(itemOf('repairs', row), { removeUndefinedValues: true });
  const changed = (before: RepairRow | undefined, after: RepairRow) => {
    const images = { ...(before && { OldImage: imageOf(before) }), NewImage: imageOf(after) };
    return changes({ Records: [{ eventID: randomUUID(), dynamodb: { SequenceNumber: '1', ...images } }] });
  };
  return { changed, told: () => told };
};

const assignRma = async ({ db }: BenchDatabase, { id, storeRefNo }: Booked) => {
  const backOffice = backOfficeHandler({
    records: {
      repairs: recordsStore(db, 'repairs', repairKind),
      returns: recordsStore(db, 'returns', returnKind),
    },
    now: () => new Date(),
    log,
  });
  const detail = {
    version: 1,
    region,
    storeId: benchStore.storeId,
    storeRefNo,
    id,
    eventId: randomUUID(),
    occurredAt: new Date().toISOString(),
    kind: 'repair',
    rma: 'UK50000001',
  };
  const body = JSON.stringify({ source: eventSources.provider, 'detail-type': 'RmaAssigned', detail });
  const { batchItemFailures } = await backOffice({ Records: [{ messageId: '1', body }] });
  if (batchItemFailures.length > 0) throw new Error('the RMA number was not entered');
};

/** What a repair sets going from its booking until its RMA number is there: calls of DynamoDB, and events told. */
export const lifeOfRepair = async (
  database: BenchDatabase,
  repair: Booked,
  book: () => Promise<unknown>,
): Promise<{ readonly calls: HeardCall[]; readonly told: number }> => {
  const Key = { store: `${region}#${benchStore.storeId}`, reference: normaliseReference(repair.storeRefNo) };
  const stored = async (): Promise<RepairRow> => {
    const { Item } = await database.db.send(new GetCommand({ TableName: 'repairs', Key, ConsistentRead: true }));
    return repairKind.parse(Item);
  };
  const { changed, told } = tellingOf(database);
  const calls: HeardCall[] = [];
  const hear = async (work: () => Promise<unknown>) => void calls.push(...(await database.heard(work)));

  await hear(book);
  const booked = await stored();
  await hear(() => changed(undefined, booked));
  await hear(() => assignRma(database, repair));
  const registered = await stored();
  await hear(() => changed(booked, registered));
  if (registered.rma === null || told() !== 1) throw new Error(`RMA number ${registered.rma}, ${told()} events told`);
  return { calls, told: told() };
};
