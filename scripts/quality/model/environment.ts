import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { readChange } from '#lambdas/functions/record-stream/portal-event.ts';
import { splitIntoChunks } from '#lambdas/lib/aws/concurrency.ts';
import { streamBatch } from '#lambdas/lib/aws/stream-batch.ts';
import { createStatisticsWriter } from '#lambdas/lib/statistics/statistics-writer.ts';
import { scanAll } from '#scripts/ops/records/scan.ts';
import { startTemporaryDatabase } from '#scripts/testing/database.ts';
import { createStreamConsumer, createRecordFunctions, sendProviderEvent } from '#scripts/testing/records.ts';
import { buildApiDependencies, benchStore, createSignedInUser } from '#scripts/testing/signed-in-user.ts';
import { openStream } from '#scripts/testing/stream.ts';
import { tables } from '#shared/config/tables.ts';
import type { CallOutcome } from './interleaving.ts';
import { runWithOutcome, injectFaults } from './interleaving.ts';
import type { Kind } from './kinds.ts';
import type { Entry, RecordName } from './model.ts';

const tableNames = ['repairs', 'returns', 'search', 'statistics', 'attempts'] as const;
type TableName = (typeof tableNames)[number];

const maxBatchWrites = 25;

/**
 * Opens the emulated DynamoDB with the tables and streams of records. Its document client is configured like the
 * functions' own, except for the endpoint and the injected faults.
 */
export const openEnvironment = async () => {
  // The SDK does not retry, because the injected faults simulate its retries.
  const { client, endpoint, db, stop } = await startTemporaryDatabase(tableNames, { hasStreams: true, maxAttempts: 1 });
  injectFaults(client);
  const streams = {
    repairs: openStream(client, endpoint, 'repairs'),
    returns: openStream(client, endpoint, 'returns'),
  };

  const scanTable = (table: TableName) => scanAll(db, table);

  const emptyTable = async (table: TableName): Promise<void> => {
    const names = Object.values(tables[table].key);
    const requests = (await scanTable(table)).map((item) => ({
      DeleteRequest: { Key: Object.fromEntries(names.map((name) => [name, item[name]])) },
    }));
    for (const chunk of splitIntoChunks(requests, maxBatchWrites))
      await db.send(new BatchWriteCommand({ RequestItems: { [table]: chunk } }));
  };

  return {
    db,
    streams,
    scanTable,
    emptyTables: async (): Promise<void> => {
      for (const table of tableNames) await emptyTable(table);
      for (const stream of Object.values(streams)) await stream.skip();
    },
    close: stop,
  };
};

export type Environment = Awaited<ReturnType<typeof openEnvironment>>;

/** The single reference and store of a run, and the ids of its two bookings. */
export const storeRefNo = 'REF-1';
export const { storeId } = benchStore;
export const idByName: Readonly<Record<RecordName, string>> = {
  first: '0b0f1a52-9f8e-4a3c-8d59-3a1d5a6f1c11',
  second: '1c1f1a52-9f8e-4a3c-8d59-3a1d5a6f1c22',
};

export const toIdentity = (name: RecordName) => ({ storeId, storeRefNo, id: idByName[name] });

type CallResult = { readonly code: string } | { readonly body: Readonly<Record<string, unknown>> };

/**
 * Faults of a batch delivery: the outcome of the search table's calls, how many events the bus accepts, and whether the
 * response is lost.
 */
export type DeliveryFaults = {
  readonly searchOutcome: CallOutcome;
  readonly acceptedEventCount: number;
  readonly isAnswerLost: boolean;
};

export const noFaults: DeliveryFaults = {
  searchOutcome: 'succeeded',
  acceptedEventCount: Infinity,
  isAnswerLost: false,
};

export type PublishedEvent = Parameters<Parameters<typeof createStreamConsumer>[1]>[0][number];

/** Creates the functions on the emulated DynamoDB, with a clock that counts the seconds of the run. */
export const openFunctions = ({ db, streams }: Environment) => {
  const startedAt = Date.now();
  const clock = { seconds: 0 };
  const toDate = (seconds: number) => new Date(startedAt + seconds * 1000);
  const now = () => toDate(clock.seconds);
  const createFunctions = (name: Kind['name']) => {
    const caller = createSignedInUser(now(), `register-${name}`);
    const { user, session } = caller;
    // Daily limits are not counted, because a run stays far below them.
    const countForDay = async () => {};
    const dependencies = {
      ...buildApiDependencies(caller.tokenVerifier, async () => ({ user, session })),
      countForDay,
      now,
    };
    return { caller, functions: createRecordFunctions(db, dependencies) };
  };
  const functionsByKind = { repairs: createFunctions('repairs'), returns: createFunctions('returns') };

  return {
    clock,
    toSeconds: (instant: string) => (Date.parse(instant) - startedAt) / 1000,

    /** Calls a route; `input` is its query or its body. */
    call: async ({ name, routes }: Kind, operation: keyof Kind['routes'], input: object): Promise<CallResult> => {
      const route = routes[operation];
      const { caller, functions } = functionsByKind[name];
      const request =
        route.method === 'GET' ? { queryStringParameters: input as Record<string, string> } : { body: input };
      const { statusCode, json } = await functions(route, caller, request);
      if (json.error) return { code: json.error.code };
      if (statusCode !== route.status) throw new Error(`${operation} responded with ${statusCode}`);
      return { body: json };
    },

    /** Delivers a provider event; returns “entered” or the rejection reason. */
    report: ({ prefix }: Kind, name: RecordName, entry: Entry): Promise<string> => {
      const [type, fields] =
        entry.rma === undefined
          ? (['RepairStatusChanged', { status: entry.type }] as const)
          : (['RmaAssigned', { rma: entry.rma, kind: prefix.toLowerCase() }] as const);
      const detail = {
        ...toIdentity(name),
        eventId: entry.event,
        occurredAt: toDate(entry.at).toISOString(),
        ...fields,
      };
      // Uses a later clock so that no event is rejected as being in the future: the run mixes event times with the
      // stores' requests.
      return sendProviderEvent(db, { type, detail, now: () => toDate(24 * 3600) });
    },

    /**
     * Delivers at most `limit` changes and passes the published events to `onPublished`. Returns true if changes are left.
     */
    deliver: (
      { name }: Kind,
      limit: number,
      { searchOutcome, acceptedEventCount, isAnswerLost }: DeliveryFaults,
      onPublished: (event: PublishedEvent) => void,
    ): Promise<boolean> => {
      const handleChanges = createStreamConsumer(db, async (events) => {
        const acceptedEvents = events.slice(0, acceptedEventCount);
        acceptedEvents.forEach(onPublished);
        return {
          publishedCount: acceptedEvents.length,
          ...(acceptedEvents.length < events.length && { rejection: 'temporary' }),
        };
      });
      return streams[name].deliver(
        limit,
        (batch) => runWithOutcome(searchOutcome, () => handleChanges(batch)),
        isAnswerLost,
      );
    },

    /** Delivers an earlier change to the statistics again, long after its time. */
    countAgain: async ({ name }: Kind, index: number): Promise<void> => {
      const deliveredRecords = streams[name].listDelivered();
      const { Records } = streamBatch.parse({
        Records: deliveredRecords.slice(index % (deliveredRecords.length || 1)).slice(0, 1),
      });
      const rows = Records.flatMap((record) => readChange(record).after ?? []);
      const writer = createStatisticsWriter(db, { repairs: 'repairs', returns: 'returns', statistics: 'statistics' });
      await writer.update(rows.map((row) => ({ ...row, kind: name }))).catch(() => undefined);
    },
  };
};

export type Functions = ReturnType<typeof openFunctions>;
