import type { BusEvent } from '#scripts/local-cloud/events/pattern.ts';
import type { PortalEvent, PortalEventType } from '#shared/back-office/events.ts';
import { eventSources, portalEvents, providerEvents } from '#shared/back-office/events.ts';
import type { KnownRepair, KnownRepairs } from './known-repairs.ts';

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
