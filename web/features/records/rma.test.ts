import { beforeEach, expect, test, vi } from 'vitest';
import type { RepairSummary } from '#shared/repairs/repair.ts';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { loadTexts } from '#web/i18n/load-texts.ts';
import { buildRepairSummary } from '#web/testing/repair.ts';
import { announceRma } from './rma.tsx';

const announce = vi.hoisted(() => vi.fn<(message: string) => void>());
vi.mock('#web/ui/announce.ts', () => ({ announce }));

const buildRecord = (id: string, fields: Partial<RepairSummary> = {}) =>
  buildRepairSummary({ id, storeRefNo: `REF-${id}`, ...fields });
const getAnnouncements = async (before: readonly RepairSummary[], after: readonly RepairSummary[]) => {
  announceRma(repairKind, await loadTexts('UK'), before, after);
  return announce.mock.calls.flat();
};

beforeEach(() => announce.mockReset());

test('announces all new RMA numbers in one message', async () =>
  expect(
    await getAnnouncements(
      [buildRecord('a'), buildRecord('b')],
      [buildRecord('a', { rma: '1' }), buildRecord('b', { rma: '2' })],
    ),
  ).toEqual(['REF-a: the RMA number is 1. REF-b: the RMA number is 2.']));

test.each([
  ['is still pending', buildRecord('a'), buildRecord('a')],
  ['was not in the list before', buildRecord('a'), buildRecord('new', { rma: '1' })],
  ['has ended without an RMA number', buildRecord('a'), buildRecord('a', { state: 'withdrawn' })],
  ['had its RMA number before', buildRecord('a', { rma: '1' }), buildRecord('a', { rma: '1' })],
])('does not announce a record that %s', async (_, before, after) =>
  expect(await getAnnouncements([before], [after])).toEqual([]),
);
