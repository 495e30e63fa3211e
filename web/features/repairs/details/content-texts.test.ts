import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RepairContent } from '#shared/repairs/content.ts';
import { issueKeys } from '#shared/repairs/content.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { buildRepair, buildRepairContent } from '#shared/testing/repair.ts';
import { buildCorrectionEntry } from '#web/testing/repair.ts';
import { findCorrection } from './content-texts.ts';

const bookedEntry: Repair['timeline'][number] = {
  type: 'booked',
  at: '2026-11-02T09:30:00.000Z',
  by: 'sam@nuk.example',
};

const rmaEntry: Repair['timeline'][number] = {
  type: 'rmaAssigned',
  at: '2026-11-04T09:30:00.000Z',
  eventId: 'e1',
  rma: 'RMA-1',
};

const versions = fc.array(
  fc
    .record({
      product: fc.constantFrom('switch-2', 'switch-oled'),
      isOnlyAccessories: fc.boolean(),
      accessories: fc.array(fc.constantFrom('dock', 'strap'), { maxLength: 2 }),
      issue: fc.constantFrom(...issueKeys),
      serialNumber: fc.constantFrom('', 'XKW1', 'XKW2'),
      purchaseDate: fc.constantFrom('2026-01-01', '2026-01-02'),
      detailedDescription: fc.constantFrom('', 'It fell.'),
    })
    .map(buildRepairContent),
  { minLength: 2, maxLength: 6 },
);

test('returns the versions before and after each correction', () => {
  fc.assert(
    fc.property(versions, (contents) => {
      const current = contents.at(-1) as RepairContent;
      const timeline = [
        bookedEntry,
        ...contents.slice(0, -1).flatMap((before) => [buildCorrectionEntry(before), rmaEntry]),
      ];
      const repair = buildRepair({ ...current, timeline });
      contents.slice(0, -1).forEach((before, index) => {
        const after = contents[index + 1] as RepairContent;
        // Corrections are at the odd indexes of the timeline, because another entry follows each.
        const correction = findCorrection(repair, 2 * index + 1);
        expect(correction).toMatchObject({ before, after });
        for (const name of Object.keys(before) as (keyof RepairContent)[]) {
          expect(correction?.fields.includes(name)).toBe(JSON.stringify(before[name]) !== JSON.stringify(after[name]));
        }
      });
      for (const index of [0, 2, timeline.length]) expect(findCorrection(repair, index)).toBeUndefined();
    }),
    { numRuns: 1000 },
  );
});
