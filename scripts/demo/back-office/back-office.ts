import { randomUUID } from 'node:crypto';
import type { BusEvent } from '#scripts/local-cloud/events/pattern.ts';
import { regions } from '#shared/regions.ts';
import { hear } from './hear.ts';
import type { KnownRepair, KnownRepairs, Report, Sent } from './known-repairs.ts';
import type { Reporter } from './reports.ts';

/** How soon an RMA number is assigned to what was booked; `silent` only listens. */
export type BackOfficeMode = { readonly delayMs: number } | 'silent';

type Options = {
  readonly known: KnownRepairs;
  readonly reporter: Reporter;
  readonly mode: BackOfficeMode;
  /** The bus on which the portal listens. */
  readonly bus: () => string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly warn: (message: string) => void;
};

type Due = KnownRepair['due'][number];

/** A repair is confirmed this much later than its RMA number came, in the delay of that. */
const confirmedAfterDelays = 4;
const triedAgainAfterMs = 1000;

/** Of the demo repairs' form, and never one of theirs. */
const rmaNumber = (region: KnownRepair['region'], number: number) => `${regions[region].prefix}${59_000_000 + number}`;

/**
 * Stands in for the provider's back office: hears on the bus what is booked, assigns an RMA number after a while and confirms a repair.
 * What it had still to do when it was stopped it does after the next start.
 */
export const createBackOffice = ({ known, reporter, mode, bus, now, warn }: Options) => {
  const timers = new Map<Due, NodeJS.Timeout>();
  const isSilent = mode === 'silent';
  let isStopped = false;

  const schedule = (id: string, due: Due) => {
    if (!isSilent && !isStopped)
      timers.set(
        due,
        setTimeout(() => void report(id, due), Math.max(0, due.at - now())),
      );
  };
  const add = (id: string, due: Due) => {
    const repair = known.find(id);
    if (!repair) return;
    known.put({ ...repair, due: [...repair.due, due] });
    schedule(id, due);
  };
  const drop = (id: string, { report: done }: Due) => {
    const repair = known.find(id);
    if (repair) known.put({ ...repair, due: repair.due.filter((each) => each.report !== done) });
  };

  const isLeftToDo = ({ withdrawn, rma, status }: KnownRepair, { report: what }: Due) =>
    !withdrawn && (what === 'rma' ? rma : status) === null;

  const stamp = () => ({ eventId: randomUUID(), occurredAt: new Date(now()).toISOString() });

  /** What is due, noted before it is sent: when it is killed in between, the next start sends the same event again. */
  const noted = (repair: KnownRepair, { report: what }: Due): Sent => {
    const before = repair.due.find(({ report: each }) => each === what)?.sent;
    if (before) return before;
    const said: Report = what === 'rma' ? { rma: rmaNumber(repair.region, known.nextNumber()) } : { status: what };
    const sent = { ...stamp(), said };
    known.put({ ...repair, due: repair.due.map((each) => (each.report === what ? { ...each, sent } : each)) });
    return sent;
  };

  const report = async (id: string, due: Due): Promise<void> => {
    timers.delete(due);
    try {
      const repair = known.find(id);
      const sent = repair && isLeftToDo(repair, due) ? noted(repair, due) : undefined;
      if (repair && sent) await reporter.send(bus(), repair, sent);
      // What it still had to do is remembered.
      if (isStopped) return;
      drop(id, due);
      if (due.report === 'rma' && sent && repair?.kind === 'repair' && !isSilent)
        add(id, { at: now() + confirmedAfterDelays * mode.delayMs, report: 'confirmed' });
    } catch (error) {
      if (!isStopped)
        warn(`The back office could not report: ${error instanceof Error ? error.message : String(error)}`);
      schedule(id, { ...due, at: now() + triedAgainAfterMs });
    }
  };

  return {
    /** Goes on with what was left to do. */
    start: (): void => {
      for (const { id, due } of known.all()) for (const each of due) schedule(id, each);
    },
    hear: (event: BusEvent): void => {
      if (isStopped) return;
      const unheard = hear(known, event, mode === 'silent' ? [] : [{ at: now() + mode.delayMs, report: 'rma' }]);
      if (unheard) for (const due of unheard.due) schedule(unheard.id, due);
    },
    /** Knows repairs that it has dealt with before, or never will by itself. */
    remember: (repairs: readonly KnownRepair[]): void => repairs.forEach(known.put),
    repairs: known.all,
    /** Reports what somebody has chosen; a blank RMA number is made up. Throws when there is no such repair, or the bus does not take it. */
    send: async (id: string, what: Report): Promise<void> => {
      const repair = known.find(id);
      if (!repair) throw new Error('There is no such repair.');
      const said = 'rma' in what && what.rma === '' ? { rma: rmaNumber(repair.region, known.nextNumber()) } : what;
      await reporter.send(bus(), repair, { ...stamp(), said });
    },
    stop: (): void => {
      isStopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      reporter.close();
    },
  };
};

export type BackOffice = ReturnType<typeof createBackOffice>;
