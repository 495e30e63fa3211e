import { beforeEach, expect, test, vi } from 'vitest';
import { announceRma } from './announce-rma.ts';

const announce = vi.hoisted(() => vi.fn<(message: string) => void>());
vi.mock('#web/ui/announce.ts', () => ({ announce }));

type Item = { readonly id: string; readonly rma: string | null; readonly hasEnded?: boolean };
const recordOf = ({ id, rma, hasEnded = false }: Item) => ({
  id,
  rma,
  state: hasEnded ? 'ended' : 'open',
  storeId: 'UK001',
  storeRefNo: `REF-${id}`,
  storeName: 'Oxford Street',
  createdAt: '2026-11-02T09:30:00.000Z',
});
const kind = {
  name: 'repairs',
  isPending: ({ rma, state }: { readonly rma: string | null; readonly state: string }) =>
    rma === null && state !== 'ended',
} as const;
const words = { t: (key: string, values?: object) => `${key} ${JSON.stringify(values)}` };

const announced = (before: Item[], after: Item[]) => {
  announceRma(kind, words, before.map(recordOf), after.map(recordOf));
  return announce.mock.calls.flat();
};

beforeEach(() => announce.mockReset());

test('what had been waited for is said, all of it at once', () => {
  const before = [
    { id: 'a', rma: null },
    { id: 'b', rma: null },
  ];
  const after = [
    { id: 'a', rma: '1' },
    { id: 'b', rma: '2' },
  ];
  expect(announced(before, after)).toEqual([
    'repairs.list.arrived {"rma":"1","reference":"REF-a"} repairs.list.arrived {"rma":"2","reference":"REF-b"}',
  ]);
});

test.each([
  ['still waits', { id: 'a', rma: null }],
  ['was not there before', { id: 'new', rma: '1' }],
  ['has ended without one', { id: 'a', rma: null, hasEnded: true }],
])('nothing is said of a record that %s', (_, after) =>
  expect(announced([{ id: 'a', rma: null }], [after])).toEqual([]),
);

test('nothing is said twice', () => expect(announced([{ id: 'a', rma: '1' }], [{ id: 'a', rma: '1' }])).toEqual([]));
