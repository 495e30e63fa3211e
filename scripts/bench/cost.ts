import { randomUUID } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { backOfficeHandler } from '#lambdas/back-office/handler.ts';
import { changesHandler } from '#lambdas/changes/handler.ts';
import { searchStore } from '#lambdas/changes/store.ts';
import { itemOf } from '#lambdas/records/item.ts';
import { repairKind } from '#lambdas/records/repair.ts';
import { returnKind } from '#lambdas/records/return.ts';
import { recordsStore } from '#lambdas/records/store.ts';
import { eventSources } from '#shared/back-office/events.ts';
import type { BenchDatabase, HeardCall } from './database.ts';
import type { DeployedFunction } from './deployed-functions.ts';
import { deployedFunctions } from './deployed-functions.ts';
import { withEmptyDatabase } from './empty-database.ts';
import type { Bench } from './figure.ts';
import type { Priced } from './prices.ts';
import { perMillion } from './prices.ts';
import { newBooking, repairsFunction } from './repairs-function.ts';
import { benchStore, region, signedIn } from './signed-in.ts';

/** What an invocation takes on AWS beside what can be counted here: time, with the calls it waits for, and lines of log, ours and the platform's. */
const invocation = { milliseconds: 50, kilobytesOfLogs: 1.5 };

const log = () => {};

type Row = ReturnType<typeof repairKind.parse>;

/** What the booking of one repair sets going until its RMA number is there: calls of DynamoDB, requests, invocations, events. */
const measure = async (database: BenchDatabase) => {
  const call = await repairsFunction(database, signedIn(new Date()));
  const booking = newBooking('cost-1');
  let told = 0;

  const changes = changesHandler({
    search: searchStore(database.db, 'search', async () => {}),
    bus: { publish: async ({ length }) => ((told += length), { there: length }) },
    lost: { put: () => Promise.reject(new Error('nothing is lost here')) },
    plain: (image) => unmarshall(image as Parameters<typeof unmarshall>[0]),
    log,
  });
  const changed = (before: Row | undefined, after: Row) =>
    changes({
      Records: [
        {
          eventID: randomUUID(),
          dynamodb: {
            SequenceNumber: '1',
            ...(before && { OldImage: marshall(itemOf('repairs', before), { removeUndefinedValues: true }) }),
            NewImage: marshall(itemOf('repairs', after), { removeUndefinedValues: true }),
          },
        },
      ],
    });
  const backOffice = backOfficeHandler({
    records: {
      repairs: recordsStore(database.db, 'repairs', repairKind),
      returns: recordsStore(database.db, 'returns', returnKind),
    },
    now: () => new Date(),
    log,
  });
  const { storeRefNo, id } = booking;
  const rmaAssigned = {
    source: eventSources.provider,
    'detail-type': 'RmaAssigned',
    detail: {
      version: 1,
      region,
      storeId: benchStore.storeId,
      storeRefNo,
      id,
      eventId: randomUUID(),
      occurredAt: new Date().toISOString(),
      kind: 'repair',
      rma: 'UK50000001',
    },
  };
  const stored = async () => {
    const { Item } = await database.db.send(
      new GetCommand({
        TableName: 'repairs',
        Key: { store: `${region}#${benchStore.storeId}`, reference: storeRefNo },
        ConsistentRead: true,
      }),
    );
    return repairKind.parse(Item);
  };

  const calls: HeardCall[] = [];
  const hear = async (work: () => Promise<unknown>) => void calls.push(...(await database.heard(work)));
  await hear(() => call('findSerialNumber', { queryStringParameters: { serialNumber: booking.serialNumber } }));
  await hear(() => call('bookRepair', { body: booking }));
  const booked = await stored();
  await hear(() => changed(undefined, booked));
  await hear(async () => {
    const { batchItemFailures } = await backOffice({
      Records: [{ messageId: '1', body: JSON.stringify(rmaAssigned) }],
    });
    if (batchItemFailures.length > 0) throw new Error('the RMA number was not entered');
  });
  const registered = await stored();
  await hear(() => changed(booked, registered));
  if (registered.rma === null || told !== 1) throw new Error(`RMA number ${registered.rma}, ${told} events told`);

  const isWrite = ({ operation }: HeardCall) => /Put|Write|Update|Delete/.test(operation);
  const units = (heard: readonly HeardCall[]) => heard.reduce((sum, one) => sum + one.units, 0);
  return {
    calls,
    writeUnits: units(calls.filter(isWrite)),
    readUnits: units(calls.filter((heard) => !isWrite(heard))),
    told,
  };
};

/** Requests of the page: the question about the serial number when its field is left, and the booking. */
const requests = 2;

/** Which functions run, by name: under load the last three come in batches, and cost less. */
const run = ['repairs', 'repairs', 'changes of records', 'reports of the back office', 'changes of records'];

const invocationsOf = (functions: ReadonlyMap<string, DeployedFunction>) =>
  run.map((name) => {
    const found = functions.get(name);
    if (!found) throw new Error(`the template has no function “${name}”`);
    return found;
  });

/** What a thousand bookings cost, from the form to the RMA number, beside what is paid by the month. */
export const cost: Bench = {
  about: `what a thousand bookings cost at list prices, with ${invocation.milliseconds} ms for each run of a function`,
  run: async ({ say }) => {
    const invocations = invocationsOf(await deployedFunctions(say));
    const { calls, writeUnits, readUnits, told } = await withEmptyDatabase(measure);
    const used: Readonly<Record<Priced, number>> = {
      'CloudFront: HTTPS request': requests,
      'CloudFront: function at the edge': requests,
      'Firewall: request': requests,
      'API Gateway: request of an HTTP API': requests,
      'Lambda: invocation': invocations.length,
      'Lambda: gigabyte-millisecond': invocations.reduce(
        (sum, { memoryMb }) => sum + (memoryMb / 1024) * invocation.milliseconds,
        0,
      ),
      'DynamoDB: write unit, on demand': writeUnits,
      'DynamoDB: read unit, on demand': readUnits,
      // The report of the back office is an event of ours, too.
      'EventBridge: event of our own': told + 1,
      // Sent by the bus, received and deleted by Lambda.
      'SQS: request': 3,
      'CloudWatch: kilobyte of logs': invocations.length * invocation.kilobytesOfLogs,
      // AWS records the first of every second and some of the rest: a portal of shops has seldom more than one.
      'X-Ray: trace': invocations.filter(({ isTraced }) => isTraced).length,
    };
    const parts = (Object.keys(used) as Priced[]).map((name) => ({
      what: `${used[name].toLocaleString('en-GB')} × ${name}`,
      value: (used[name] * perMillion[name]) / 1000,
      unit: '$',
    }));
    return [
      { what: 'Calls of DynamoDB of one booking, from the form to the RMA number', value: calls.length },
      ...parts,
      { what: 'A thousand bookings', value: parts.reduce((sum, { value }) => sum + value, 0), unit: '$', atMost: 0.05 },
    ];
  },
};
