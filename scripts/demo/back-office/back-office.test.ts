import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { BusEvent } from '#scripts/local-cloud/events/pattern.ts';
import { freshFolder } from '#scripts/local-cloud/testing/opened.ts';
import { eventSources } from '#shared/back-office/events.ts';
import { createBackOffice } from './back-office.ts';
import type { BackOffice, BackOfficeMode } from './back-office.ts';
import { hear, openKnownRepairs } from './known-repairs.ts';
import type { Report } from './known-repairs.ts';

const id = '0b0f1a52-9f8e-4a3c-8d59-3a1d5a6f1c11';
const another = '1b0f1a52-9f8e-4a3c-8d59-3a1d5a6f1c11';
const told = {
  version: 1,
  eventId: 'e',
  occurredAt: '2026-11-21T10:00:00Z',
  region: 'nuk',
  storeId: 'UK-1001',
  storeRefNo: 'R-1',
  id,
};
const booked = {
  ...told,
  storeName: 'London Oxford Street',
  createdAt: '2026-11-21T10:00:00Z',
  product: { key: 'switch-2', code: 'R10015838A' },
  accessories: [],
  isOnlyAccessories: false,
  issue: 'screenDefect',
  serialNumber: 'HAW10012345678',
  purchaseDate: '2026-01-15',
  detailedDescription: '',
};

const returned = {
  ...told,
  storeName: 'London Oxford Street',
  createdAt: told.occurredAt,
  numberOfProducts: 48,
  key: { store: 'nuk#UK-1001', reference: 'r-1' },
};

const event = (type: string, detail: object, source: string = eventSources.portal): BusEvent => ({
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

describe('the provider’s stand-in', () => {
  let folder: string;
  let sent: Report[];
  let isBusDown: boolean;
  const started: BackOffice[] = [];

  beforeEach(() => {
    jest.useFakeTimers();
    folder = freshFolder();
    [sent, isBusDown] = [[], false];
  });
  afterEach(() => {
    for (const backOffice of started.splice(0)) backOffice.stop();
    jest.useRealTimers();
  });

  const file = () => join(folder, 'back-office.jsonl');
  const start = (mode: BackOfficeMode = { delayMs: 3000 }) => {
    const backOffice = createBackOffice({
      known: openKnownRepairs(file()),
      put: async (type, detail) => {
        if (isBusDown) throw new Error('the bus is down');
        sent.push('rma' in detail ? { rma: detail.rma } : { status: detail.status });
        backOffice.hear(event(type, detail, eventSources.provider));
      },
      mode,
      warn: () => {},
    });
    started.push(backOffice);
    backOffice.start();
    return backOffice;
  };
  /** Lets time pass second by second, since a report that has been sent sets the next timer. */
  const later = async (ms: number) => {
    let left = ms;
    do {
      jest.advanceTimersByTime(Math.min(left, 1000));
      await new Promise((resolve) => realSetImmediate(resolve));
      left -= 1000;
    } while (left > 0);
  };

  test('assigns an RMA number a while after it heard of a repair, and confirms it later', async () => {
    start().hear(event('RepairBooked', booked));
    await later(2999);
    expect(sent).toEqual([]);
    await later(1);
    expect(sent).toEqual([{ rma: 'UK59000001' }]);
    await later(12_000);
    expect(sent).toEqual([{ rma: 'UK59000001' }, { status: 'confirmed' }]);
    await later(3_600_000);
    expect(sent).toHaveLength(2);
  });

  test('assigns an RMA number to a return, and confirms nothing', async () => {
    const backOffice = start();
    for (let times = 0; times < 2; times += 1) backOffice.hear(event('ReturnBooked', returned));
    await later(3_600_000);
    expect(sent).toEqual([{ rma: 'UK59000001' }]);
    expect(backOffice.repairs()).toMatchObject([
      { kind: 'return', storeRefNo: 'R-1', numberOfProducts: 48, rma: 'UK59000001' },
    ]);
  });

  test('hears that a return was corrected, and assigns nothing to one that was withdrawn', async () => {
    const backOffice = start();
    backOffice.hear(event('ReturnBooked', returned));
    backOffice.hear(event('ReturnCorrected', { ...returned, numberOfProducts: 47 }));
    backOffice.hear(event('ReturnWithdrawn', told));
    await later(3_600_000);
    expect(sent).toEqual([]);
    expect(backOffice.repairs()).toMatchObject([{ kind: 'return', numberOfProducts: 47, withdrawn: true }]);
  });

  test('gives each repair a number of its own, and one only, however often it hears of it', async () => {
    const backOffice = start();
    for (const storeRefNo of ['R-1', 'R-1']) backOffice.hear(event('RepairBooked', { ...booked, storeRefNo }));
    backOffice.hear(event('RepairCorrected', { ...booked, serialNumber: 'HAW2' }));
    backOffice.hear(event('RepairBooked', { ...booked, id: another, region: 'ndach' }));
    await later(3000);
    expect(sent).toEqual([{ rma: 'UK59000001' }, { rma: 'DE59000002' }]);
    expect(backOffice.repairs().find((repair) => repair.id === id)?.serialNumber).toBe('HAW2');
  });

  test('assigns nothing to what was withdrawn, or has a number already', async () => {
    const backOffice = start();
    backOffice.hear(event('RepairBooked', booked));
    backOffice.hear(event('RepairWithdrawn', told));
    backOffice.hear(event('RepairBooked', { ...booked, id: another }));
    backOffice.hear(event('RmaAssigned', { ...told, id: another, kind: 'repair', rma: 'UK1' }, eventSources.provider));
    await later(3_600_000);
    expect(sent).toEqual([]);
    expect(backOffice.repairs()).toMatchObject([{ withdrawn: true }, { rma: 'UK1' }]);
  });

  test('gives after a restart, or a kill as soon as it has heard of a repair, the number that it had still to give', async () => {
    hear(openKnownRepairs(file()), event('RepairBooked', { ...booked, id: another }), false);
    start().hear(event('RepairBooked', booked));
    started.splice(0)[0]?.stop();
    const again = start();
    await later(0);
    expect(sent).toEqual([{ rma: 'UK59000001' }, { rma: 'UK59000002' }]);
    await again.send(id, { rma: '' });
    expect(sent.at(-1)).toEqual({ rma: 'UK59000002' });
  });

  test('knows after a kill what it has heard, as it was last, but for a line that was cut off', () => {
    const killed = start('silent');
    killed.hear(event('RepairBooked', booked));
    killed.hear(event('RmaAssigned', { ...told, kind: 'repair', rma: 'UK1' }, eventSources.provider));
    appendFileSync(file(), '\n{"id":"0b0f');
    start('silent').hear(event('RepairBooked', { ...booked, id: another }));
    expect(start('silent').repairs()).toMatchObject([
      { id, rma: 'UK1' },
      { id: another, rma: null },
    ]);
  });

  test('tries again when the bus takes nothing', async () => {
    start().hear(event('RepairBooked', booked));
    isBusDown = true;
    await later(3500);
    isBusDown = false;
    await later(1000);
    expect(sent).toHaveLength(1);
  });

  test('that is silent only listens, and reports what it is told to', async () => {
    const backOffice = start('silent');
    backOffice.hear(event('RepairBooked', booked));
    await later(3_600_000);
    expect(sent).toEqual([]);
    await backOffice.send(id, { status: 'quoted' });
    expect(backOffice.repairs()).toMatchObject([{ storeRefNo: 'R-1', rma: null, status: 'quoted' }]);
    await expect(backOffice.send(another, { rma: 'x' })).rejects.toThrow('no such repair');
  });

  test('refuses an own last day that has passed', async () => {
    const backOffice = start('silent');
    backOffice.hear(event('RepairBooked', booked));
    await expect(backOffice.send(id, { status: 'quoted', dueAt: '2026-01-01' })).rejects.toThrow('has passed');
    expect(sent).toEqual([]);
  });

  test('hears nothing in what is malformed or somebody else’s, and keeps the latest status', async () => {
    const backOffice = start('silent');
    backOffice.hear(event('RepairBooked', { ...booked, region: 'mars' }));
    backOffice.hear(event('RepairBooked', booked, 'somebody'));
    backOffice.hear(event('RmaAssigned', { ...told, kind: 'repair', rma: 'UK1' }, eventSources.provider));
    expect(backOffice.repairs()).toEqual([]);
    backOffice.hear(event('RepairBooked', booked));
    const status = (name: string, occurredAt: string) =>
      backOffice.hear(event('RepairStatusChanged', { ...told, status: name, occurredAt }, eventSources.provider));
    status('repaired', '2026-11-22T10:00:00Z');
    status('received', '2026-11-21T12:00:00Z');
    expect(backOffice.repairs()).toMatchObject([{ status: 'repaired' }]);
  });
});
