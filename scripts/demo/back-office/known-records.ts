import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import type { BusEvent } from '#scripts/local-cloud/events/pattern.ts';
import * as field from '#shared/api/fields.ts';
import type { PortalEvent, PortalEventType } from '#shared/back-office/provider-events.ts';
import { eventSources, portalEvents, providerEvents } from '#shared/back-office/provider-events.ts';
import { recordIdentity } from '#shared/records/record.ts';
import type { ProviderState, RepairEntry } from '#shared/repairs/lifecycle.ts';
import { providerStates } from '#shared/repairs/lifecycle.ts';
import type { ReturnEntry } from '#shared/returns/return.ts';
import type { DemoRepair } from '../repairs.ts';
import type { DemoReturn } from '../returns.ts';

/** Provider event to send about a repair; a return only gets an RMA number. */
export type Report =
  | { readonly rma: string }
  | { readonly status: ProviderState; readonly dueAt?: string; readonly isReplacement?: boolean };

/** A repair or a return; a return's product and serial number are blank. */
const knownRecord = z.object({
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
  /** Time of the latest status; older status events are ignored. */
  statusAt: z.string(),
  withdrawn: z.boolean(),
  /** True if the simulated provider sends only those events about the record that are chosen on its page. */
  isByHand: z._default(z.boolean(), true),
});
export type KnownRecord = z.output<typeof knownRecord>;

/** Repairs and returns that the provider's system knows. */
export type KnownRecords = {
  readonly find: (id: string) => KnownRecord | undefined;
  /** Position in the order of arrival, from 0. */
  readonly findPosition: (id: string) => number;
  /** Newest first. */
  readonly list: () => KnownRecord[];
  readonly put: (record: KnownRecord) => void;
};

/**
 * Opens the records kept in an append-only file. Each change is appended synchronously, so that a killed process loses
 * nothing.
 */
export const openKnownRecords = (file: string): KnownRecords => {
  const recordById = new Map<string, KnownRecord>();
  for (const line of existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [])
    try {
      const record = knownRecord.parse(JSON.parse(line));
      recordById.set(record.id, record);
    } catch {
      // Ignores a line truncated by a killed process or a full disk.
    }

  return {
    find: (id: string): KnownRecord | undefined => recordById.get(id),
    findPosition: (id: string): number => [...recordById.keys()].indexOf(id),
    list: (): KnownRecord[] =>
      [...recordById.values()].sort((first, second) => second.createdAt.localeCompare(first.createdAt)),
    put: (record: KnownRecord): void => {
      // Starts with a line break, in case the previous line was truncated.
      appendFileSync(file, `\n${JSON.stringify(record)}`);
      recordById.set(record.id, record);
    },
  };
};

/** Fields of a record of which the provider has not reported anything. */
const initialProviderFields = { rma: null, status: null, statusAt: '', withdrawn: false };

type BookingEvent = PortalEvent<'RepairBooked' | 'RepairCorrected' | 'ReturnBooked' | 'ReturnCorrected'>;
/** Withdrawal events contain the identity only. */
const isBookingEvent = (event: PortalEvent<PortalEventType>): event is BookingEvent => 'storeName' in event;
const toDetails = (event: BookingEvent) =>
  'product' in event
    ? { kind: 'repair' as const, product: event.product.key, serialNumber: event.serialNumber }
    : { kind: 'return' as const, product: '', serialNumber: '', numberOfProducts: event.numberOfProducts };

const applyPortalEvent = (knownRecords: KnownRecords, type: string, detail: unknown, isByHand: boolean) => {
  if (!Object.hasOwn(portalEvents, type)) return undefined;
  const { data: event } = portalEvents[type as PortalEventType].safeParse(detail);
  if (!event) return undefined;
  const existing = knownRecords.find(event.id);
  if (!isBookingEvent(event)) {
    if (existing) knownRecords.put({ ...existing, withdrawn: true });
    return undefined;
  }
  const { region, storeId, storeRefNo, id, storeName, createdAt } = event;
  const details = { region, storeId, storeRefNo, id, storeName, createdAt, ...toDetails(event) };
  const updated: KnownRecord = { ...initialProviderFields, isByHand, ...existing, ...details };
  knownRecords.put(updated);
  return existing ? undefined : updated;
};

// Also applies events that other senders publish in the provider's name.
const applyProviderEvent = (knownRecords: KnownRecords, type: string, detail: unknown) => {
  const rmaEvent = type === 'RmaAssigned' ? providerEvents.RmaAssigned.safeParse(detail).data : undefined;
  const statusEvent =
    type === 'RepairStatusChanged' ? providerEvents.RepairStatusChanged.safeParse(detail).data : undefined;
  const record = knownRecords.find((rmaEvent ?? statusEvent)?.id ?? '');
  if (record && rmaEvent) knownRecords.put({ ...record, rma: rmaEvent.rma });
  if (record && statusEvent && statusEvent.occurredAt >= record.statusAt)
    knownRecords.put({ ...record, status: statusEvent.status, statusAt: statusEvent.occurredAt });
};

/** Applies an event from the bus. Returns a record that was unknown before; ignores malformed events. */
export const applyBusEvent = (
  knownRecords: KnownRecords,
  { source, 'detail-type': type, detail }: BusEvent,
  isByHand: boolean,
): KnownRecord | undefined => {
  if (source === eventSources.portal) return applyPortalEvent(knownRecords, type, detail, isByHand);
  if (source === eventSources.provider) applyProviderEvent(knownRecords, type, detail);
  return undefined;
};

/** Converts a demo record to what the provider's system would know from its events. */
export const toKnownRecord = (record: DemoRepair | DemoReturn): KnownRecord => {
  const timeline: readonly (RepairEntry | ReturnEntry)[] = record.timeline;
  const status = timeline.findLast((entry) => entry.type === 'status');
  return knownRecord.parse({
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
