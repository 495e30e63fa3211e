import { buildStoredRepair } from './rows.ts';

const { region, storeId, storeRefNo, id } = buildStoredRepair();

const eventDetail = { version: 1, region, storeId, storeRefNo, id, occurredAt: '2026-11-03T08:00:00.000Z' };

/** Builds an EventBridge event of the repair provider; `detail` and `envelope` override fields inside and outside of its detail. */
export const buildProviderEvent = (type: string, detail: object = {}, envelope: object = {}) =>
  JSON.stringify({
    version: '0',
    id: '6f1f2f6a-0000-4000-8000-000000000001',
    'detail-type': type,
    source: 'repair-provider',
    account: '111122223333',
    time: '2026-11-03T08:00:01Z',
    region: 'eu-central-1',
    resources: [],
    detail: { ...eventDetail, ...detail },
    ...envelope,
  });

export const buildRmaAssigned = (detail: object = {}) =>
  buildProviderEvent('RmaAssigned', { eventId: 'e-1', kind: 'repair', rma: 'UK55500001', ...detail });

export const buildStatusChanged = (detail: object = {}) =>
  buildProviderEvent('RepairStatusChanged', { eventId: 'e-2', status: 'confirmed', ...detail });
