import type { BusEvent } from '#scripts/local-cloud/events/pattern.ts';
import { eventSources, portalEvents, providerEvents } from '#shared/back-office/events.ts';
import type { KnownRepair, KnownRepairs } from './known-repairs.ts';

const unreported = { rma: null, status: null, statusAt: '', withdrawn: false };

const hearOfReturn = (
  known: KnownRepairs,
  type: 'ReturnBooked' | 'ReturnCorrected',
  detail: unknown,
  due: KnownRepair['due'],
): KnownRepair | undefined => {
  const told = portalEvents[type].safeParse(detail);
  if (!told.success) return undefined;
  const { region, storeId, storeRefNo, id, storeName, createdAt, numberOfProducts } = told.data;
  const before = known.find(id);
  const returned: KnownRepair = {
    ...unreported,
    due,
    ...before,
    kind: 'return',
    region,
    storeId,
    storeRefNo,
    id,
    storeName,
    createdAt,
    numberOfProducts,
    product: '',
    serialNumber: '',
  };
  known.put(returned);
  return before ? undefined : returned;
};

const hearPortal = (
  known: KnownRepairs,
  type: string,
  detail: unknown,
  due: KnownRepair['due'],
): KnownRepair | undefined => {
  if (type === 'ReturnBooked' || type === 'ReturnCorrected') return hearOfReturn(known, type, detail, due);
  if (type === 'RepairWithdrawn' || type === 'ReturnWithdrawn') {
    const told = portalEvents[type].safeParse(detail);
    const repair = told.success ? known.find(told.data.id) : undefined;
    if (repair) known.put({ ...repair, withdrawn: true });
    return undefined;
  }
  if (type !== 'RepairBooked' && type !== 'RepairCorrected') return undefined;
  const told = portalEvents[type].safeParse(detail);
  if (!told.success) return undefined;
  const { region, storeId, storeRefNo, id, storeName, createdAt, product, serialNumber } = told.data;
  const before = known.find(id);
  const facts = { region, storeId, storeRefNo, id, storeName, createdAt, product: product.key, serialNumber };
  const repair: KnownRepair = { kind: 'repair', ...unreported, due, ...before, ...facts };
  known.put(repair);
  return before ? undefined : repair;
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

/** Notes what an event on the bus says, and of a repair or a return that nobody had told of before, which it answers, what is due. What is malformed is not heard. */
export const hear = (
  known: KnownRepairs,
  { source, 'detail-type': type, detail }: BusEvent,
  due: KnownRepair['due'],
): KnownRepair | undefined => {
  if (source === eventSources.portal) return hearPortal(known, type, detail, due);
  if (source === eventSources.provider) hearProvider(known, type, detail);
  return undefined;
};
