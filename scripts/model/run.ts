import { isSetAside } from '#shared/records/record.ts';
import type { Asked, Outcome } from './explain.ts';
import { explained } from './explain.ts';
import type { Functions, Conditions } from './functions.ts';
import { fair, idOf, identityOf, storeRefNo } from './functions.ts';
import type { Kind, SeenRecord } from './kinds.ts';
import { parseRecord } from './kinds.ts';
import type { Entry, Name, Request, Told, World } from './model.ts';
import { names, written } from './model.ts';
import type { InjectedFault, Operation } from './operation.ts';
import { begin } from './operation.ts';
import type { Setting } from './setting.ts';

/** How often the product reads a record anew because somebody else was quicker, before it says so. */
const patience = { store: 3, report: 5 };

type OnItsWay = Asked & { operation?: Operation; isHarmed: boolean; isRepeated: boolean };

type Parts = {
  readonly setting: Setting;
  readonly functions: Functions;
  readonly clock: { seconds: number };
  readonly secondsOf: (instant: string) => number;
};

const overlaps = (one: Asked, other: Asked) =>
  one !== other && one.beganAt < other.endedAt && other.beganAt < one.endedAt;

/** One run on one kind of records: what was asked, what is on its way, and what was told. */
export const beginRun = (kind: Kind, { setting, functions, clock, secondsOf }: Parts) => {
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

  const ask = async (request: Request): Promise<void> => {
    const beganAt = moment();
    const own: OnItsWay = {
      request,
      beganAt,
      endedAt: Infinity,
      answer: undefined,
      isHarmed: false,
      isRepeated: false,
    };
    asked.push(own);
    if ('at' in request) clock.seconds = request.at;
    own.operation = await begin(
      () => answerTo(request),
      (answer) => Object.assign(own, { answer, endedAt: moment() }),
    );
  };

  const waiting = () => asked.filter(({ operation }) => operation?.isWaiting());

  const goOn = async (which: number, fate: InjectedFault): Promise<void> => {
    const all = waiting();
    const one = all[which % all.length];
    if (!one) return;
    if (fate === 'lost' || fate === 'refused') one.isHarmed = true;
    if (fate === 'twice') one.isRepeated = true;
    await one.operation?.goOn(fate);
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

  const deliver = (most: number, weather: Conditions) => functions.deliver(kind, most, weather, tell);

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

  /** Lets everything come to its end, in fair weather, and answers what the model makes of it all. Throws when it makes nothing of it. */
  const comeToRest = async (): Promise<World> => {
    while (waiting().length > 0) await goOn(0, 'done');
    for (let tries = 0; await deliver(10, fair); tries += 1) if (tries > 100) throw new Error('changes are never told');
    const end = await outcome();
    const world = explained(explicable(), end, kind.codes);
    if (world) return world;
    const lines = asked.map(
      ({ beganAt, endedAt, request, answer }) =>
        `  ${beganAt} to ${endedAt}: ${JSON.stringify(request)}\n    ${answer}`,
    );
    throw new Error(
      [
        'Nothing that the model does explains these answers,',
        ...lines,
        'this end and these events:',
        JSON.stringify(end, null, 2),
      ].join('\n'),
    );
  };

  return { kind, asked, clock, ask, waiting: () => waiting().length, goOn, deliver, comeToRest };
};

export type Run = ReturnType<typeof beginRun>;
