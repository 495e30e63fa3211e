import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import type { BusEvent } from '#scripts/local-cloud/events/pattern.ts';
import type { PortalEvent, PortalEventType } from '#shared/back-office/events.ts';
import { eventSources, portalEvents, providerEvents } from '#shared/back-office/events.ts';
import * as field from '#shared/fields.ts';
import { recordIdentity } from '#shared/records/record.ts';
import type { ProviderState, RepairEntry } from '#shared/repairs/lifecycle.ts';
import { providerStates } from '#shared/repairs/lifecycle.ts';
import type { ReturnEntry } from '#shared/returns/return.ts';
import type { DemoRepair } from '../repairs.ts';
import type { DemoReturn } from '../returns.ts';

/** What the provider's system says of a repair; of a return only its RMA number. */
export type Report =
  | { readonly rma: string }
  | { readonly status: ProviderState; readonly dueAt?: string; readonly isReplacement?: boolean };

/** A repair, or a return, of which a product and a serial number say nothing. */
const knownRepair = z.object({
  kind: z._default(z.enum(['repair', 'return']), 'repair'),
  region: field.region,
  ...recordIdentity,
  storeName: z.string(),
  createdAt: z.string(),
  product: z.string(),
  serialNumber: z.string(),
  numberOfProducts: z.optional(z.int()),
  rma: z.nullable(z.string()),
  status: z.nullable(z.enum(providerStates)),
  /** When the status came to be: an older report changes nothing any more. */
  statusAt: z.string(),
  withdrawn: z.boolean(),
  /** Nothing is reported by itself. */
  isByHand: z._default(z.boolean(), true),
});
export type KnownRepair = z.output<typeof knownRepair>;

/** In a file to which each change is added as a line, before whoever made it goes on: a process that is killed forgets nothing. */
export const openKnownRepairs = (file: string) => {
  const repairs = new Map<string, KnownRepair>();
  for (const line of existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [])
    try {
      const repair = knownRepair.parse(JSON.parse(line));
      repairs.set(repair.id, repair);
    } catch {
      // What was cut off: by whoever was killed while writing it, or by a full disk.
    }

  return {
    find: (id: string): KnownRepair | undefined => repairs.get(id),
    /** As which it was heard of, from 0. */
    place: (id: string): number => [...repairs.keys()].indexOf(id),
    /** Newest first. */
    all: (): KnownRepair[] => [...repairs.values()].sort((one, other) => other.createdAt.localeCompare(one.createdAt)),
    put: (repair: KnownRepair): void => {
      // Behind a line that was cut off, the next one begins a line of its own.
      appendFileSync(file, `\n${JSON.stringify(repair)}`);
      repairs.set(repair.id, repair);
    },
  };
};

export type KnownRepairs = ReturnType<typeof openKnownRepairs>;

const unreported = { rma: null, status: null, statusAt: '', withdrawn: false };

type Booked = PortalEvent<'RepairBooked' | 'RepairCorrected' | 'ReturnBooked' | 'ReturnCorrected'>;
/** A withdrawal says no more than whose it is. */
const isBooked = (told: PortalEvent<PortalEventType>): told is Booked => 'storeName' in told;
const factsOf = (booked: Booked) =>
  'product' in booked
    ? { kind: 'repair' as const, product: booked.product.key, serialNumber: booked.serialNumber }
    : { kind: 'return' as const, product: '', serialNumber: '', numberOfProducts: booked.numberOfProducts };

const hearPortal = (known: KnownRepairs, type: string, detail: unknown, isByHand: boolean) => {
  if (!Object.hasOwn(portalEvents, type)) return undefined;
  const { data: told } = portalEvents[type as PortalEventType].safeParse(detail);
  if (!told) return undefined;
  const before = known.find(told.id);
  if (!isBooked(told)) {
    if (before) known.put({ ...before, withdrawn: true });
    return undefined;
  }
  const { region, storeId, storeRefNo, id, storeName, createdAt } = told;
  const facts = { region, storeId, storeRefNo, id, storeName, createdAt, ...factsOf(told) };
  const booked: KnownRepair = { ...unreported, isByHand, ...before, ...facts };
  known.put(booked);
  return before ? undefined : booked;
};

// Also what somebody else reports in the provider's name.
const hearProvider = (known: KnownRepairs, type: string, detail: unknown) => {
  const rma = type === 'RmaAssigned' ? providerEvents.RmaAssigned.safeParse(detail).data : undefined;
  const status = type === 'RepairStatusChanged' ? providerEvents.RepairStatusChanged.safeParse(detail).data : undefined;
  const repair = known.find((rma ?? status)?.id ?? '');
  if (repair && rma) known.put({ ...repair, rma: rma.rma });
  if (repair && status && status.occurredAt >= repair.statusAt)
    known.put({ ...repair, status: status.status, statusAt: status.occurredAt });
};

/** Notes what an event on the bus says, and answers a repair or a return that nobody had told of before. What is malformed is not heard. */
export const hear = (
  known: KnownRepairs,
  { source, 'detail-type': type, detail }: BusEvent,
  isByHand: boolean,
): KnownRepair | undefined => {
  if (source === eventSources.portal) return hearPortal(known, type, detail, isByHand);
  if (source === eventSources.provider) hearProvider(known, type, detail);
  return undefined;
};

/** A demo record as the provider's system would have heard of it, event by event. */
export const asKnown = (record: DemoRepair | DemoReturn): KnownRepair => {
  const timeline: readonly (RepairEntry | ReturnEntry)[] = record.timeline;
  const status = timeline.findLast((entry) => entry.type === 'status');
  return knownRepair.parse({
    product: '',
    serialNumber: '',
    ...record,
    ...('lines' in record && { kind: 'return', numberOfProducts: record.lines.length }),
    rma: timeline.findLast((entry) => entry.type === 'rmaAssigned')?.rma ?? null,
    status: status?.status ?? null,
    statusAt: status?.at ?? '',
    withdrawn: timeline.some(({ type }) => type === 'withdrawn'),
  });
};
