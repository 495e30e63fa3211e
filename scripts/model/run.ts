import { isSetAside } from '#shared/records/record.ts';
import type { Asked, Outcome } from './explain.ts';
import { explained } from './explain.ts';
import type { Kind, SeenRecord } from './kinds.ts';
import { parseRecord } from './kinds.ts';
import type { Fate } from './lanes.ts';
import type { Entry, Name, Request, Told, World } from './model.ts';
import { names, written } from './model.ts';
import type { Conditions, Functions, Setting } from './setting.ts';
import { fair, idOf, identityOf, storeRefNo } from './setting.ts';
import type { Step } from './steps.ts';

/** How often the product reads a record anew because somebody else was quicker, before it says so. */
const patience = { store: 3, report: 5 };

const secondsBetween = 10;

type OnItsWay = Asked & { isHarmed: boolean; isRepeated: boolean };

const overlaps = (one: Asked, other: Asked) =>
  one !== other && one.beganAt < other.endedAt && other.beganAt < one.endedAt;

/** One run on one kind of records: what was asked, what is on its way, and what was told. */
export const beginRun = (kind: Kind, setting: Setting, functions: Functions) => {
  const { clock, secondsOf } = functions;
  const asked: OnItsWay[] = [];
  const told = new Map<string, Told>();
  let moments = 0;
  const moment = () => (moments += 1);

  const nameOf = (id: unknown): Name => names.find((name) => idOf[name] === id) ?? 'first';
  const entryOf = ({ at, type, status, rma }: SeenRecord['timeline'][number]): Entry => ({
    at: secondsOf(at),
    what: (status ?? type) as Entry['what'],
    ...(rma !== undefined && { rma }),
  });
  const lineOf = (seen: SeenRecord): string =>
    written({
      ...seen,
      name: nameOf(seen.id),
      content: kind.contentOf(seen),
      rma: seen.rma ?? undefined,
      timeline: seen.timeline.map(entryOf),
    });

  const answerTo = async (request: Request): Promise<string> => {
    if (request.does === 'report') return functions.report(kind, request.name, request.entry);
    const answer = await functions.call(kind, request.does, {
      ...(request.does === 'book' ? { id: idOf[request.name], storeRefNo, ...kind.booking } : identityOf(request.name)),
      ...('seen' in request && { version: request.seen }),
      ...('content' in request && kind.fieldsOf(request.content)),
    });
    return 'code' in answer ? answer.code : lineOf(parseRecord(answer.body));
  };

  /** The version that a store has seen last; before it has seen any, the first. */
  const seenBy = (of: Name): number =>
    Math.max(
      1,
      ...asked
        .filter(({ request }) => request.name === of)
        .map(({ answer }) => Number(/, version (\d+),/.exec(answer ?? '')?.[1] ?? 1)),
    );

  /** A request sent again: what a store sends later happens later. */
  const repeated = (one: Asked | undefined, at: number): Request | undefined =>
    one === undefined || one.request.does === 'report' ? one?.request : { ...one.request, at };

  const requestOf = (step: Step): Request | undefined => {
    const at = clock.seconds + secondsBetween;
    switch (step.does) {
      case 'book':
      case 'find':
        return { ...step, at };
      case 'correct':
      case 'withdraw': {
        const { behind, ...said } = step;
        return { ...said, at, seen: seenBy(said.name) - behind };
      }
      case 'report': {
        const number = String(asked.length).padStart(3, '0');
        const said =
          step.status === undefined || kind.event === 'Return'
            ? { what: 'rmaAssigned' as const, rma: `UK-${number}` }
            : { what: step.status };
        const entry = { at: step.place * secondsBetween + 5, event: `event-${number}`, ...said };
        return { does: 'report', name: step.name, entry };
      }
      case 'again':
        return repeated(asked[step.which % asked.length], at);
      case 'repeatFirst':
        return repeated(
          asked.find(({ request }) => request.does === step.what),
          at,
        );
    }
  };

  const caller = (fates: readonly Fate[]) => {
    const left = fates.values();
    let own: OnItsWay | undefined;
    const take = async (step: Step): Promise<void> => {
      const request = requestOf(step);
      if (!request) return;
      const times = { beganAt: moment(), endedAt: Infinity };
      const on: OnItsWay = { request, ...times, answer: undefined, isHarmed: false, isRepeated: false };
      asked.push((own = on));
      if ('at' in request) clock.seconds = request.at;
      const answer = await answerTo(request);
      Object.assign(on, { answer, endedAt: moment() });
    };
    const fateOf = (): Fate => {
      const fate = left.next().value ?? 'done';
      if (own && (fate === 'lost' || fate === 'refused')) own.isHarmed = true;
      if (own && fate === 'twice') own.isRepeated = true;
      return fate;
    };
    return { take, fateOf };
  };

  const tell = ({ type, detail }: Parameters<Parameters<Functions['deliver']>[3]>[0]) => {
    const what = type.slice(kind.event.length) as Told['what'];
    const { id, eventId, occurredAt } = detail;
    const content = what === 'Withdrawn' ? undefined : kind.contentOf(detail);
    const event = { what, name: nameOf(id), at: secondsOf(occurredAt), ...(content && { content }) };
    const known = told.get(eventId);
    if (known && JSON.stringify(known) !== JSON.stringify(event)) throw new Error(`${eventId} tells two things`);
    told.set(eventId, event);
  };

  const deliver = (most: number, conditions: Conditions) => functions.deliver(kind, most, conditions, tell);

  const outcome = async (): Promise<Outcome> => {
    const rows = (await setting.itemsOf(kind.name)).map((item) => kind.parseRow(item));
    const lines = (isAside: boolean) =>
      rows.filter((row) => isSetAside(row) === isAside).map((row) => lineOf(parseRecord(row)));
    const [standing, another] = lines(false);
    if (another !== undefined) throw new Error('two records stand at one reference');
    return { standing, aside: lines(true), told: [...told.values()] };
  };

  /** What the model is asked to explain: who says “unavailable” has a reason for it, and what the SDK repeats was asked twice. */
  const explicable = (): Asked[] =>
    asked.flatMap((one) => {
      const others = asked.filter((other) => overlaps(one, other)).length;
      const isBusy =
        (one.answer === 'ServiceUnavailable' && (one.isHarmed || others >= patience.store)) ||
        (one.answer === 'TooManyChanges' && others >= patience.report);
      const unheard = { ...one, answer: undefined };
      if (isBusy) return one.isRepeated ? [unheard, { ...unheard }] : [unheard];
      return one.isRepeated ? [unheard, one] : [one];
    });

  /** Lets all changes be told, without faults, and answers what the model makes of it all. Throws when it makes nothing of it. */
  const comeToRest = async (): Promise<World> => {
    for (let tries = 0; await deliver(10, fair); tries += 1) if (tries > 100) throw new Error('changes are never told');
    const end = await outcome();
    const world = explained(explicable(), end, kind.event);
    if (world) return world;
    throw new Error(`Nothing that the model does explains ${JSON.stringify({ asked, end }, null, 2)}`);
  };

  return { caller, deliver, comeToRest };
};
