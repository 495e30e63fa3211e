import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { BusEvent } from '#scripts/local-cloud/events/pattern.ts';
import { createTestFolder } from '#scripts/local-cloud/testing/cleanup.ts';
import { eventSources } from '#shared/back-office/provider-events.ts';
import { buildRepairContent } from '#shared/testing/repair.ts';
import { createBackOffice } from './back-office.ts';
import type { BackOffice, BackOfficeMode } from './back-office.ts';
import { applyBusEvent, openKnownRecords } from './known-records.ts';
import type { Report } from './known-records.ts';

const id = '0b0f1a52-9f8e-4a3c-8d59-3a1d5a6f1c11';
const otherId = '1b0f1a52-9f8e-4a3c-8d59-3a1d5a6f1c11';
const identity = {
  version: 1,
  eventId: 'e',
  occurredAt: '2026-11-21T10:00:00Z',
  region: 'nuk',
  storeId: 'UK-1001',
  storeRefNo: 'R-1',
  id,
};
const bookedDetail = {
  ...identity,
  ...buildRepairContent(),
  storeName: 'London Oxford Street',
  createdAt: '2026-11-21T10:00:00Z',
  product: { key: 'switch-2', code: 'R10015838A' },
};

const returnDetail = {
  ...identity,
  storeName: 'London Oxford Street',
  createdAt: identity.occurredAt,
  numberOfProducts: 48,
  key: { store: 'nuk#UK-1001', reference: 'r-1' },
};

const buildEvent = (type: string, detail: object, source: string = eventSources.portal): BusEvent => ({
  version: '0',
  id: '1',
  'detail-type': type,
  source,
  account: '123456789012',
  time: '2026-11-21T10:00:00Z',
  region: 'eu-central-1',
  resources: [],
  detail,
});

const realSetImmediate = setImmediate;

describe('simulated provider', () => {
  let folder: string;
  let sentReports: Report[];
  let isBusDown: boolean;
  const startedBackOffices: BackOffice[] = [];

  beforeEach(() => {
    jest.useFakeTimers();
    folder = createTestFolder();
    sentReports = [];
    isBusDown = false;
  });
  afterEach(() => {
    for (const backOffice of startedBackOffices.splice(0)) backOffice.stop();
    jest.useRealTimers();
  });

  const getFile = () => join(folder, 'back-office.jsonl');
  const start = (mode: BackOfficeMode = { delayMs: 3000 }) => {
    const backOffice = createBackOffice({
      knownRecords: openKnownRecords(getFile()),
      putEvent: async (type, detail) => {
        if (isBusDown) throw new Error('the bus is down');
        sentReports.push('rma' in detail ? { rma: detail.rma } : { status: detail.status });
        backOffice.handleEvent(buildEvent(type, detail, eventSources.provider));
      },
      mode,
      warn: () => {},
    });
    startedBackOffices.push(backOffice);
    backOffice.start();
    return backOffice;
  };
  /** Advances the time second by second, since a sent event schedules the next timer. */
  const advanceTime = async (ms: number) => {
    let remainingMs = ms;
    do {
      jest.advanceTimersByTime(Math.min(remainingMs, 1000));
      await new Promise((resolve) => realSetImmediate(resolve));
      remainingMs -= 1000;
    } while (remainingMs > 0);
  };

  test('assigns an RMA number after a delay, then confirms the repair', async () => {
    start().handleEvent(buildEvent('RepairBooked', bookedDetail));
    await advanceTime(2999);
    expect(sentReports).toEqual([]);
    await advanceTime(1);
    expect(sentReports).toEqual([{ rma: 'UK59000001' }]);
    await advanceTime(12_000);
    expect(sentReports).toEqual([{ rma: 'UK59000001' }, { status: 'confirmed' }]);
    await advanceTime(3_600_000);
    expect(sentReports).toHaveLength(2);
  });

  test('assigns an RMA number to a return and confirms nothing', async () => {
    const backOffice = start();
    for (let times = 0; times < 2; times += 1) backOffice.handleEvent(buildEvent('ReturnBooked', returnDetail));
    await advanceTime(3_600_000);
    expect(sentReports).toEqual([{ rma: 'UK59000001' }]);
    expect(backOffice.listRecords()).toMatchObject([
      { kind: 'return', storeRefNo: 'R-1', numberOfProducts: 48, rma: 'UK59000001' },
    ]);
  });

  test("applies a return's correction and assigns nothing after its withdrawal", async () => {
    const backOffice = start();
    backOffice.handleEvent(buildEvent('ReturnBooked', returnDetail));
    backOffice.handleEvent(buildEvent('ReturnCorrected', { ...returnDetail, numberOfProducts: 47 }));
    backOffice.handleEvent(buildEvent('ReturnWithdrawn', identity));
    await advanceTime(3_600_000);
    expect(sentReports).toEqual([]);
    expect(backOffice.listRecords()).toMatchObject([{ kind: 'return', numberOfProducts: 47, withdrawn: true }]);
  });

  test('assigns one distinct RMA number to each repair despite repeated events', async () => {
    const backOffice = start();
    for (const storeRefNo of ['R-1', 'R-1'])
      backOffice.handleEvent(buildEvent('RepairBooked', { ...bookedDetail, storeRefNo }));
    backOffice.handleEvent(buildEvent('RepairCorrected', { ...bookedDetail, serialNumber: 'HAW2' }));
    backOffice.handleEvent(buildEvent('RepairBooked', { ...bookedDetail, id: otherId, region: 'ndach' }));
    await advanceTime(3000);
    expect(sentReports).toEqual([{ rma: 'UK59000001' }, { rma: 'DE59000002' }]);
    expect(backOffice.listRecords().find((repair) => repair.id === id)?.serialNumber).toBe('HAW2');
  });

  test('assigns no RMA number to repairs that are withdrawn or have one', async () => {
    const backOffice = start();
    backOffice.handleEvent(buildEvent('RepairBooked', bookedDetail));
    backOffice.handleEvent(buildEvent('RepairWithdrawn', identity));
    backOffice.handleEvent(buildEvent('RepairBooked', { ...bookedDetail, id: otherId }));
    backOffice.handleEvent(
      buildEvent('RmaAssigned', { ...identity, id: otherId, kind: 'repair', rma: 'UK1' }, eventSources.provider),
    );
    await advanceTime(3_600_000);
    expect(sentReports).toEqual([]);
    expect(backOffice.listRecords()).toMatchObject([{ withdrawn: true }, { rma: 'UK1' }]);
  });

  test('assigns outstanding RMA numbers after a restart or a kill', async () => {
    applyBusEvent(openKnownRecords(getFile()), buildEvent('RepairBooked', { ...bookedDetail, id: otherId }), false);
    start().handleEvent(buildEvent('RepairBooked', bookedDetail));
    startedBackOffices.splice(0)[0]?.stop();
    const restarted = start();
    await advanceTime(0);
    expect(sentReports).toEqual([{ rma: 'UK59000001' }, { rma: 'UK59000002' }]);
    await restarted.send(id, { rma: '' });
    expect(sentReports.at(-1)).toEqual({ rma: 'UK59000002' });
  });

  test('restores its latest state after a kill, despite a truncated line', () => {
    const killedBackOffice = start('silent');
    killedBackOffice.handleEvent(buildEvent('RepairBooked', bookedDetail));
    killedBackOffice.handleEvent(
      buildEvent('RmaAssigned', { ...identity, kind: 'repair', rma: 'UK1' }, eventSources.provider),
    );
    appendFileSync(getFile(), '\n{"id":"0b0f');
    start('silent').handleEvent(buildEvent('RepairBooked', { ...bookedDetail, id: otherId }));
    expect(start('silent').listRecords()).toMatchObject([
      { id, rma: 'UK1' },
      { id: otherId, rma: null },
    ]);
  });

  test('retries when the bus rejects an event', async () => {
    start().handleEvent(buildEvent('RepairBooked', bookedDetail));
    isBusDown = true;
    await advanceTime(3500);
    isBusDown = false;
    await advanceTime(1000);
    expect(sentReports).toHaveLength(1);
  });

  test('sends only manual events in silent mode', async () => {
    const backOffice = start('silent');
    backOffice.handleEvent(buildEvent('RepairBooked', bookedDetail));
    await advanceTime(3_600_000);
    expect(sentReports).toEqual([]);
    await backOffice.send(id, { status: 'quoted' });
    expect(backOffice.listRecords()).toMatchObject([{ storeRefNo: 'R-1', rma: null, status: 'quoted' }]);
    await expect(backOffice.send(otherId, { rma: 'x' })).rejects.toThrow('no such repair');
  });

  test('rejects a custom deadline in the past', async () => {
    const backOffice = start('silent');
    backOffice.handleEvent(buildEvent('RepairBooked', bookedDetail));
    await expect(backOffice.send(id, { status: 'quoted', dueAt: '2026-01-01' })).rejects.toThrow('has passed');
    expect(sentReports).toEqual([]);
  });

  test('ignores malformed and foreign events, and keeps the latest status', async () => {
    const backOffice = start('silent');
    backOffice.handleEvent(buildEvent('RepairBooked', { ...bookedDetail, region: 'mars' }));
    backOffice.handleEvent(buildEvent('RepairBooked', bookedDetail, 'another-system'));
    backOffice.handleEvent(
      buildEvent('RmaAssigned', { ...identity, kind: 'repair', rma: 'UK1' }, eventSources.provider),
    );
    expect(backOffice.listRecords()).toEqual([]);
    backOffice.handleEvent(buildEvent('RepairBooked', bookedDetail));
    const sendStatus = (name: string, occurredAt: string) =>
      backOffice.handleEvent(
        buildEvent('RepairStatusChanged', { ...identity, status: name, occurredAt }, eventSources.provider),
      );
    sendStatus('repaired', '2026-11-22T10:00:00Z');
    sendStatus('received', '2026-11-21T12:00:00Z');
    expect(backOffice.listRecords()).toMatchObject([{ status: 'repaired' }]);
  });
});
