import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { temporaryFolder } from '#scripts/local-cloud/temporary-folder.ts';
import type { KnownRepair } from './known-repairs.ts';
import { openKnownRepairs } from './known-repairs.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const file = () => join(folder.path, 'back-office.jsonl');
/** Also while an earlier one is still there: as after it was killed. */
const open = () => openKnownRepairs(file());

const repair = (number: number, change: Partial<KnownRepair> = {}): KnownRepair => ({
  kind: 'repair',
  region: 'nuk',
  storeId: 'UK-1001',
  storeRefNo: `R-${number}`,
  id: `0b0f1a52-9f8e-4a3c-8d59-3a1d5a6f1c1${number}`,
  storeName: 'London Oxford Street',
  createdAt: '2026-11-21T10:00:00Z',
  product: 'switch-2',
  serialNumber: 'HAW10012345678',
  rma: null,
  status: null,
  statusAt: '',
  withdrawn: false,
  isByHand: false,
  ...change,
});

test('what was heard is known after a kill, as it was last, and in its place', () => {
  const killed = open();
  killed.put(repair(1));
  killed.put(repair(1, { rma: 'UK1' }));
  killed.put(repair(2));
  const next = open();
  expect(next.all()).toEqual([repair(1, { rma: 'UK1' }), repair(2)]);
  expect(next.place(repair(2).id)).toBe(1);
});

test('a line that was cut off costs no other', () => {
  open().put(repair(1));
  appendFileSync(file(), '\n{"id":"0b0f');
  open().put(repair(2));
  expect(open().all()).toEqual([repair(1), repair(2)]);
});
