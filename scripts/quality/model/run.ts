import { isDeepStrictEqual } from 'node:util';
import { hasReleasedReference } from '#shared/records/record.ts';
import type { DeliveryFaults, Functions, Environment, PublishedEvent } from './environment.ts';
import { noFaults, idByName, toIdentity, storeRefNo } from './environment.ts';
import type { CallOutcome } from './interleaving.ts';
import type { Kind, ObservedRecord } from './kinds.ts';
import { parseRecord } from './kinds.ts';
import type { HistoryEntry, FinalState } from './linearizability.ts';
import { findLinearization } from './linearizability.ts';
import type { Entry, RecordName, Request, ModelEvent, ModelState } from './model.ts';
import { recordNames, formatLine } from './model.ts';
import type { Step } from './steps.ts';

/** Attempts of a store's change, and of a provider event, before the product gives up on concurrent changes. */
const maxAttempts = { store: 3, report: 5 };

/** Seconds between two requests, on the clock of the run. */
const stepSeconds = 10;

type TrackedRequest = HistoryEntry & {
  /** True if one of its database calls failed, which justifies a 503 response. */
  hasFailedCall: boolean;
  /** True if one of its database calls was repeated, so that it may have been applied twice. */
  hasRepeatedCall: boolean;
};

const isConcurrent = (first: HistoryEntry, second: HistoryEntry) =>
  first !== second && first.invokedAt < second.answeredAt && second.invokedAt < first.answeredAt;

/** Returns true if the answer is valid although it does not tell whether the request was applied. */
const isIndeterminate = ({ answer, hasFailedCall }: TrackedRequest, concurrentRequests: number): boolean => {
  if (answer === 'ServiceUnavailable') return hasFailedCall || concurrentRequests >= maxAttempts.store;
  return answer === 'TooManyChanges' && concurrentRequests >= maxAttempts.report;
};

/**
 * Returns the history to check: an indeterminate answer counts as missing, and a request with a repeated database call
 * counts twice.
 */
const toHistory = (requests: readonly TrackedRequest[]): HistoryEntry[] =>
  requests.flatMap((request) => {
    const concurrentRequests = requests.filter((candidate) => isConcurrent(request, candidate)).length;
    const unansweredRequest = { ...request, answer: undefined };
    const entry = isIndeterminate(request, concurrentRequests) ? unansweredRequest : request;
    return request.hasRepeatedCall ? [{ ...unansweredRequest }, entry] : [entry];
  });

/** Starts a run on one kind of record, which sends requests, and tracks their answers and the published events. */
export const startRun = (kind: Kind, environment: Environment, functions: Functions) => {
  const { clock, toSeconds } = functions;
  const requests: TrackedRequest[] = [];
  const eventsById = new Map<string, ModelEvent>();
  let logicalTime = 0;
  const advanceLogicalTime = () => (logicalTime += 1);

  const toName = (id: unknown): RecordName => recordNames.find((name) => idByName[name] === id) ?? 'first';
  const toEntry = ({ at, type, status, rma }: ObservedRecord['timeline'][number]): Entry => ({
    at: toSeconds(at),
    type: (status ?? type) as Entry['type'],
    ...(rma !== undefined && { rma }),
  });
  const formatRecord = (record: ObservedRecord): string =>
    formatLine({
      ...record,
      name: toName(record.id),
      content: kind.findContent(record),
      rma: record.rma ?? undefined,
      timeline: record.timeline.map(toEntry),
    });

  const sendRequest = async (request: Request): Promise<string> => {
    if (request.operation === 'report') return functions.report(kind, request.name, request.entry);
    const answer = await functions.call(kind, request.operation, {
      ...(request.operation === 'book'
        ? { id: idByName[request.name], storeRefNo, ...kind.bookingFields }
        : toIdentity(request.name)),
      ...('expectedVersion' in request && { version: request.expectedVersion }),
      ...('content' in request && kind.toFields(request.content)),
    });
    return 'code' in answer ? answer.code : formatRecord(parseRecord(answer.body));
  };

  /** Returns the latest version in an answer about the record, or 1. */
  const findKnownVersion = (recordName: RecordName): number =>
    Math.max(
      1,
      ...requests
        .filter(({ request }) => request.name === recordName)
        .map(({ answer }) => Number(/, version (\d+),/.exec(answer ?? '')?.[1] ?? 1)),
    );

  /** Returns the same request for a retry, with the time of the retry unless it is a provider event. */
  const toRetry = (original: HistoryEntry | undefined, at: number): Request | undefined =>
    original === undefined || original.request.operation === 'report' ? original?.request : { ...original.request, at };

  /** Returns the request of a step; undefined if the step retries and there is nothing to retry. */
  const toRequest = (step: Step): Request | undefined => {
    const at = clock.seconds + stepSeconds;
    switch (step.operation) {
      case 'book':
      case 'find':
        return { ...step, at };
      case 'correct':
      case 'withdraw': {
        const { versionsBehind, ...fields } = step;
        return { ...fields, at, expectedVersion: findKnownVersion(fields.name) - versionsBehind };
      }
      case 'report': {
        const number = String(requests.length).padStart(3, '0');
        const fields =
          step.status === undefined || kind.prefix === 'Return'
            ? { type: 'rmaAssigned' as const, rma: `UK-${number}` }
            : { type: step.status };
        const entry = { at: step.position * stepSeconds + 5, event: `event-${number}`, ...fields };
        return { operation: 'report', name: step.name, entry };
      }
      case 'retry':
        return toRetry(requests[step.index % requests.length], at);
      case 'retryFirst':
        return toRetry(
          requests.find(({ request }) => request.operation === step.retriedOperation),
          at,
        );
    }
  };

  /** Returns a caller, whose requests run one after the other; `outcomes` are those of its database calls. */
  const createCaller = (outcomes: readonly CallOutcome[]) => {
    const remainingOutcomes = outcomes.values();
    let currentRequest: TrackedRequest | undefined;

    const runStep = async (step: Step): Promise<void> => {
      const request = toRequest(step);
      if (!request) return;
      const trackedRequest: TrackedRequest = {
        request,
        invokedAt: advanceLogicalTime(),
        answeredAt: Infinity,
        answer: undefined,
        hasFailedCall: false,
        hasRepeatedCall: false,
      };
      requests.push(trackedRequest);
      currentRequest = trackedRequest;
      if ('at' in request) clock.seconds = request.at;
      trackedRequest.answer = await sendRequest(request);
      trackedRequest.answeredAt = advanceLogicalTime();
    };

    const takeOutcome = (): CallOutcome => {
      const outcome = remainingOutcomes.next().value ?? 'succeeded';
      if (currentRequest && (outcome === 'answerLost' || outcome === 'throttled')) currentRequest.hasFailedCall = true;
      if (currentRequest && outcome === 'repeated') currentRequest.hasRepeatedCall = true;
      return outcome;
    };

    return { runStep, takeOutcome };
  };

  const collectEvent = ({ type: eventType, detail }: PublishedEvent) => {
    const type = eventType.slice(kind.prefix.length) as ModelEvent['type'];
    const { id, eventId, occurredAt } = detail;
    const content = type === 'Withdrawn' ? undefined : kind.findContent(detail);
    const event = { type, name: toName(id), at: toSeconds(occurredAt), ...(content && { content }) };
    const previousEvent = eventsById.get(eventId);
    if (previousEvent && !isDeepStrictEqual(previousEvent, event))
      throw new Error(`${eventId} was published with two contents`);
    eventsById.set(eventId, event);
  };

  const deliver = (limit: number, faults: DeliveryFaults) => functions.deliver(kind, limit, faults, collectEvent);

  /** Delivers all remaining changes without faults. */
  const deliverRemaining = async (): Promise<void> => {
    for (let batches = 0; await deliver(10, noFaults); batches += 1)
      if (batches > 100) throw new Error('changes remain after 100 deliveries');
  };

  const readFinalState = async (): Promise<FinalState> => {
    const rows = (await environment.scanTable(kind.name)).map((item) => kind.parseRow(item));
    const formatRow = (row: (typeof rows)[number]) => formatRecord(parseRecord(row));
    const [currentRecord, secondRecord] = rows.filter((row) => !hasReleasedReference(row)).map(formatRow);
    if (secondRecord !== undefined) throw new Error('two records have the same reference');
    return {
      currentRecord,
      withdrawnRecords: rows.filter((row) => hasReleasedReference(row)).map(formatRow),
      events: [...eventsById.values()],
    };
  };

  /** Returns the final state of the model. Throws if no order of the requests explains the answers and the rows. */
  const linearize = async (): Promise<ModelState> => {
    const finalState = await readFinalState();
    const state = findLinearization(toHistory(requests), finalState, kind.prefix);
    if (state) return state;
    throw new Error(`No order of the requests explains ${JSON.stringify({ requests, finalState }, null, 2)}`);
  };

  return { createCaller, deliver, deliverRemaining, linearize };
};
