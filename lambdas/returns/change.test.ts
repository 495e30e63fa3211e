import { expect, test } from '@jest/globals';
import { itemBytes, mostItemBytes, holdsRow } from '#lambdas/records/return.ts';
import type { ReturnRow } from '#lambdas/records/return.ts';
import { by, staff } from '#lambdas/testing/callers.ts';
import { bookedReturn, storedLines, withRma } from '#lambdas/testing/return-row.ts';
import { memoryOf } from '#lambdas/testing/returns.ts';
import { limits } from '#shared/limits.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import { returnHandlers } from './returns.ts';

type Collaborators = Parameters<typeof returnHandlers>[0];

const booked = bookedReturn();

const counterOf = (row: ReturnRow) => {
  const { stored, ...memory } = memoryOf(row);
  const { correctReturn } = returnHandlers(memory as unknown as Collaborators);
  const { region, storeId, storeRefNo, id } = row;
  return {
    stored: () => [...stored.values()],
    correct: async (lines: ReturnRow['lines'], version = 1) =>
      (await correctReturn({ region, storeId, storeRefNo, id, version, lines }, by(staff))).body,
  };
};

test('a thousand lines can all be corrected; past what one item of DynamoDB holds it is refused, and nothing is changed', async () => {
  const usual = { productDescription: 'Nintendo Switch 2 – Mario Kart World' };
  const { correct, stored } = counterOf(bookedReturn({ lines: storedLines(returnLimits.lines, usual) }));
  const on = (purchaseDate: string) => storedLines(returnLimits.lines, { ...usual, purchaseDate });
  expect((await correct(on('2026-11-02'))).numberOfProducts).toBe(returnLimits.lines);
  const [row = booked] = stored();
  expect(itemBytes(row)).toBeLessThan(mostItemBytes);
  await expect(correct(on('2026-11-03'), 2)).rejects.toMatchObject({ code: 'ReturnHoldsNoMore' });
  expect(stored()).toEqual([row]);
  // Those that it still holds leave room for whatever the provider reports.
  const registered = Array.from({ length: 28 }).reduce<ReturnRow>(
    (known, _, index) => withRma(known, '任'.repeat(limits.text.rma - 2) + String(10 + index)),
    row,
  );
  expect(holdsRow(registered)).toBe(true);
});
