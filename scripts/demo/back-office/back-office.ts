import { randomUUID } from 'node:crypto';
import type { BusEvent } from '#scripts/local-cloud/events/pattern.ts';
import { regions } from '#shared/regions.ts';
import { uuid } from '../values.ts';
import { hear } from './hear.ts';
import type { KnownRepair, KnownRepairs, Report } from './known-repairs.ts';

/** How soon an RMA number is assigned to what was booked; `silent` only listens. */
export type BackOfficeMode = { readonly delayMs: number } | 'silent';

/** The provider's way to the bus, which takes a report as an event of its own; `occurredAt` in ISO 8601. `send` throws when the bus does not take it. */
export type Reporter = {
  readonly send: (
    bus: string,
    repair: KnownRepair,
    sent: { readonly eventId: string; readonly occurredAt: string; readonly said: Report },
  ) => Promise<void>;
  readonly close: () => void;
};

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

/** A repair is confirmed this much later than its RMA number came, in the delay of that. */
const confirmedAfterDelays = 4;
const triedAgainAfterMs = 1000;

/**
 * Stands in for the provider's back office: hears on the bus what is booked, assigns an RMA number after a while and confirms a repair.
 * What has no number yet when it is stopped gets one after the next start.
 */
export const createBackOffice = ({ known, reporter, mode, bus, now, warn }: Options) => {
  const timers = new Set<NodeJS.Timeout>();
  const isSilent = mode === 'silent';
  let isStopped = false;

  const schedule = (id: string, what: 'rma' | 'confirmed', afterMs: number) => {
    if (isSilent || isStopped) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      void report(id, what);
    }, afterMs);
    timers.add(timer);
  };

  // Of the demo repairs' form, and never one of theirs; the same whenever it is given.
  const rmaNumber = ({ region, id }: KnownRepair) => `${regions[region].prefix}${59_000_001 + known.place(id)}`;

  const send = (repair: KnownRepair, said: Report, eventId: string) =>
    reporter.send(bus(), repair, { eventId, occurredAt: new Date(now()).toISOString(), said });

  const report = async (id: string, what: 'rma' | 'confirmed'): Promise<void> => {
    const repair = known.find(id);
    if (!repair || repair.withdrawn || (what === 'rma' ? repair.rma : repair.status) !== null) return;
    try {
      // Sent again after a kill, it is the same event.
      await send(repair, what === 'rma' ? { rma: rmaNumber(repair) } : { status: what }, uuid(`${id} ${what}`));
      if (what === 'rma' && repair.kind === 'repair' && !isSilent)
        schedule(id, 'confirmed', confirmedAfterDelays * mode.delayMs);
    } catch (error) {
      if (!isStopped)
        warn(`The back office could not report: ${error instanceof Error ? error.message : String(error)}`);
      schedule(id, what, triedAgainAfterMs);
    }
  };

  return {
    /** Goes on with what was left to do. */
    start: (): void => {
      for (const { id, isByHand } of known.all()) if (!isByHand) schedule(id, 'rma', 0);
    },
    hear: (event: BusEvent): void => {
      const booked = isStopped ? undefined : hear(known, event, isSilent);
      if (booked && !isSilent) schedule(booked.id, 'rma', mode.delayMs);
    },
    /** Knows repairs that it has dealt with before, or never will by itself. */
    remember: (repairs: readonly KnownRepair[]): void => repairs.forEach(known.put),
    repairs: known.all,
    /** Reports what somebody has chosen; a blank RMA number is made up. Throws when there is no such repair, or the bus does not take it. */
    send: async (id: string, what: Report): Promise<void> => {
      const repair = known.find(id);
      if (!repair) throw new Error('There is no such repair.');
      await send(repair, 'rma' in what && what.rma === '' ? { rma: rmaNumber(repair) } : what, randomUUID());
    },
    stop: (): void => {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
      reporter.close();
    },
  };
};

export type BackOffice = ReturnType<typeof createBackOffice>;
