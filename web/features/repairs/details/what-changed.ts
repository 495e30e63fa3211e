import type { Timeline } from '#shared/records/timeline.ts';
import type { RepairContent } from '#shared/repairs/content.ts';
import { contentOf } from '#shared/repairs/content.ts';
import type { Repair } from '#shared/repairs/repair.ts';

export type ContentField = keyof RepairContent;

/** What a correction made of a repair. */
export type Correction = {
  readonly before: RepairContent;
  readonly after: RepairContent;
  readonly fields: readonly ContentField[];
};

const fieldNames = [
  'product',
  'isOnlyAccessories',
  'accessories',
  'issue',
  'serialNumber',
  'purchaseDate',
  'detailedDescription',
] as const satisfies readonly ContentField[];

const befores = (timeline: Timeline) => timeline.flatMap((entry) => (entry.type === 'corrected' ? [entry.before] : []));

/** What the correction at a place of the timeline has changed: from what the repair said until then to what the next correction found, or what it says now. */
export const correctionAt = (repair: Repair, index: number): Correction | undefined => {
  const entry = repair.timeline[index];
  if (entry?.type !== 'corrected') return undefined;
  const after = befores(repair.timeline.slice(index + 1))[0] ?? contentOf(repair);
  const fields = fieldNames.filter((name) => JSON.stringify(entry.before[name]) !== JSON.stringify(after[name]));
  return { before: entry.before, after, fields };
};
