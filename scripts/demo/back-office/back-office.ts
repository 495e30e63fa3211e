import { randomUUID } from 'node:crypto';
import { messageOf } from '#scripts/command-line.ts';
import type { BusEvent } from '#scripts/local-cloud/events/pattern.ts';
import type { ProviderEvent, ProviderEventType } from '#shared/back-office/events.ts';
import { eventVersion } from '#shared/back-office/events.ts';
import { calendarDate } from '#shared/dates.ts';
import { regions } from '#shared/regions.ts';
import type { KnownRepair, KnownRepairs, Report } from './known-repairs.ts';
import { hear } from './known-repairs.ts';

/** How soon an RMA number is assigned to what was booked; `silent` only listens. */
export type BackOfficeMode = { readonly delayMs: number } | 'silent';

type Options = {
  readonly known: KnownRepairs;
  /** Puts an event on the bus on which the portal listens. Throws when the bus does not take it. */
  readonly put: <Type extends ProviderEventType>(type: Type, detail: ProviderEvent<Type>) => Promise<void>;
  readonly mode: BackOfficeMode;
  readonly warn: (message: string) => void;
};

/** A repair is confirmed this much later than its RMA number came, in the delay of that. */
const confirmedAfterDelays = 4;
const triedAgainAfterMs = 1000;

/** Hears on the bus what is booked, assigns an RMA number after a while (or after the next start) and confirms a repair. */
export const createBackOffice = ({ known, put, mode, warn }: Options) => {
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

  const send = ({ kind, region, storeId, storeRefNo, id }: KnownRepair, said: Report) => {
    const occurredAt = new Date().toISOString();
    const common = {
      version: eventVersion,
      eventId: randomUUID(),
      occurredAt,
      region,
      storeId,
      storeRefNo,
      id,
    } as const;
    return 'rma' in said
      ? put('RmaAssigned', { ...common, kind, ...said })
      : put('RepairStatusChanged', { ...common, ...said });
  };

  const report = async (id: string, what: 'rma' | 'confirmed'): Promise<void> => {
    const repair = known.find(id);
    if (!repair || repair.withdrawn || (what === 'rma' ? repair.rma : repair.status) !== null) return;
    try {
      await send(repair, what === 'rma' ? { rma: rmaNumber(repair) } : { status: what });
      if (what === 'rma' && repair.kind === 'repair' && !isSilent)
        schedule(id, 'confirmed', confirmedAfterDelays * mode.delayMs);
    } catch (error) {
      if (!isStopped) warn(`The back office could not report: ${messageOf(error)}`);
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
    repairs: known.all,
    /** Reports what somebody has chosen; a blank RMA number is made up. Throws when there is no such repair, its own last day has passed, or the bus does not take it. */
    send: async (id: string, what: Report): Promise<void> => {
      const repair = known.find(id);
      if (!repair) throw new Error('There is no such repair.');
      const today = calendarDate(new Date(), regions[repair.region].timeZone);
      if ('dueAt' in what && what.dueAt !== undefined && what.dueAt < today)
        throw new Error('The own last day has passed: the portal would refuse the report.');
      await send(repair, 'rma' in what && what.rma === '' ? { rma: rmaNumber(repair) } : what);
    },
    stop: (): void => {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
};

export type BackOffice = ReturnType<typeof createBackOffice>;
