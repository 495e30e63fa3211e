import { hasReleasedReference } from '#shared/records/record.ts';
import type { Conditions, Functions, Environment } from './environment.ts';
import { noFaults, idByName, toIdentity, storeRefNo } from './environment.ts';
import type { RequestRecord, Outcome } from './explain.ts';
import { explainRequests } from './explain.ts';
import type { Kind, ObservedRecord } from './kinds.ts';
import { parseRecord } from './kinds.ts';
import type { FaultOutcome } from './lanes.ts';
import type { Entry, RecordName, Request, ModelEvent, ModelState } from './model.ts';
import { recordNames, formatLine } from './model.ts';
import type { Step } from './steps.ts';

/**
 * Attempts of the product after a lost race before it gives up: `store` for store requests, `report` for provider
 * events.
 */
const maxAttempts = { store: 3, report: 5 };

const stepSeconds = 10;

type TrackedRequest = RequestRecord & { isHarmed: boolean; isRepeated: boolean };

const overlaps = (first: RequestRecord, second: RequestRecord) =>
  first !== second && first.beganAt < second.endedAt && second.beganAt < first.endedAt;

/** One run on one kind of record: tracks the requests, their answers and the published events. */
export const startRun = (kind: Kind, setting: Environment, functions: Functions) => {
  const { clock, secondsOf } = functions;
  const requests: TrackedRequest[] = [];
  const events = new Map<string, ModelEvent>();
  let logicalTime = 0;
  const tick = () => (logicalTime += 1);

  const toName = (id: unknown): RecordName => recordNames.find((name) => idByName[name] === id) ?? 'first';
  const toEntry = ({ at, type, status, rma }: ObservedRecord['timeline'][number]): Entry => ({
    at: secondsOf(at),
    what: (status ?? type) as Entry['what'],
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
    if (request.does === 'report') return functions.report(kind, request.name, request.entry);
    const answer = await functions.call(kind, request.does, {
      ...(request.does === 'book'
        ? { id: idByName[request.name], storeRefNo, ...kind.bookingFields }
        : toIdentity(request.name)),
      ...('seen' in request && { version: request.seen }),
      ...('content' in request && kind.toFields(request.content)),
    });
    return 'code' in answer ? answer.code : formatRecord(parseRecord(answer.body));
  };

  /** Returns the latest version that a store has seen, or 1 if it has seen none. */
  const findLastSeenVersion = (recordName: RecordName): number =>
    Math.max(
      1,
      ...requests
        .filter(({ request }) => request.name === recordName)
        .map(({ answer }) => Number(/, version (\d+),/.exec(answer ?? '')?.[1] ?? 1)),
    );

  /** Returns the same request for a retry; the retry of a store request happens at the later time `at`. */
  const repeatRequest = (original: RequestRecord | undefined, at: number): Request | undefined =>
    original === undefined || original.request.does === 'report' ? original?.request : { ...original.request, at };

  const toRequest = (step: Step): Request | undefined => {
    const at = clock.seconds + stepSeconds;
    switch (step.does) {
      case 'book':
      case 'find':
        return { ...step, at };
      case 'correct':
      case 'withdraw': {
        const { behind, ...fields } = step;
        return { ...fields, at, seen: findLastSeenVersion(fields.name) - behind };
      }
      case 'report': {
        const number = String(requests.length).padStart(3, '0');
        const fields =
          step.status === undefined || kind.prefix === 'Return'
            ? { what: 'rmaAssigned' as const, rma: `UK-${number}` }
            : { what: step.status };
        const entry = { at: step.place * stepSeconds + 5, event: `event-${number}`, ...fields };
        return { does: 'report', name: step.name, entry };
      }
      case 'again':
        return repeatRequest(requests[step.which % requests.length], at);
      case 'repeatFirst':
        return repeatRequest(
          requests.find(({ request }) => request.does === step.what),
          at,
        );
    }
  };

  const caller = (fates: readonly FaultOutcome[]) => {
    const remainingFates = fates.values();
    let currentRequest: TrackedRequest | undefined;
    const take = async (step: Step): Promise<void> => {
      const request = toRequest(step);
      if (!request) return;
      const times = { beganAt: tick(), endedAt: Infinity };
      const tracked: TrackedRequest = { request, ...times, answer: undefined, isHarmed: false, isRepeated: false };
      requests.push((currentRequest = tracked));
      if ('at' in request) clock.seconds = request.at;
      const answer = await sendRequest(request);
      Object.assign(tracked, { answer, endedAt: tick() });
    };
    const nextFault = (): FaultOutcome => {
      const fate = remainingFates.next().value ?? 'done';
      if (currentRequest && (fate === 'lost' || fate === 'refused')) currentRequest.isHarmed = true;
      if (currentRequest && fate === 'twice') currentRequest.isRepeated = true;
      return fate;
    };
    return { take, fateOf: nextFault };
  };

  const collectEvent = ({ type, detail }: Parameters<Parameters<Functions['deliver']>[3]>[0]) => {
    const what = type.slice(kind.prefix.length) as ModelEvent['what'];
    const { id, eventId, occurredAt } = detail;
    const content = what === 'Withdrawn' ? undefined : kind.findContent(detail);
    const event = { what, name: toName(id), at: secondsOf(occurredAt), ...(content && { content }) };
    const previous = events.get(eventId);
    if (previous && JSON.stringify(previous) !== JSON.stringify(event)) throw new Error(`${eventId} tells two things`);
    events.set(eventId, event);
  };

  const deliver = (limit: number, conditions: Conditions) => functions.deliver(kind, limit, conditions, collectEvent);

  const outcome = async (): Promise<Outcome> => {
    const rows = (await setting.itemsOf(kind.name)).map((item) => kind.parseRow(item));
    const lines = (isAside: boolean) =>
      rows.filter((row) => hasReleasedReference(row) === isAside).map((row) => formatRecord(parseRecord(row)));
    const [standing, second] = lines(false);
    if (second !== undefined) throw new Error('two records stand at one reference');
    return { current: standing, withdrawn: lines(true), events: [...events.values()] };
  };

  /**
   * Returns the requests to explain: a justified “unavailable” counts as unanswered, and a request that the SDK
   * repeated counts twice.
   */
  const toExplainableRequests = (): RequestRecord[] =>
    requests.flatMap((request) => {
      const concurrentRequests = requests.filter((candidate) => overlaps(request, candidate)).length;
      const isBusy =
        (request.answer === 'ServiceUnavailable' && (request.isHarmed || concurrentRequests >= maxAttempts.store)) ||
        (request.answer === 'TooManyChanges' && concurrentRequests >= maxAttempts.report);
      const unanswered = { ...request, answer: undefined };
      if (isBusy) return request.isRepeated ? [unanswered, { ...unanswered }] : [unanswered];
      return request.isRepeated ? [unanswered, request] : [request];
    });

  /**
   * Delivers all remaining changes without faults and returns the model's final state. Throws if the model cannot
   * explain the run.
   */
  const comeToRest = async (): Promise<ModelState> => {
    for (let tries = 0; await deliver(10, noFaults); tries += 1)
      if (tries > 100) throw new Error('changes are never told');
    const end = await outcome();
    const world = explainRequests(toExplainableRequests(), end, kind.prefix);
    if (world) return world;
    throw new Error(`Nothing that the model does explains ${JSON.stringify({ asked: requests, end }, null, 2)}`);
  };

  return { caller, deliver, comeToRest };
};
