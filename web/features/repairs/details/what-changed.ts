import type { ContentField, RepairContent } from '#shared/repairs/content.ts';
import { contentFields, contentOf } from '#shared/repairs/content.ts';
import type { Repair } from '#shared/repairs/repair.ts';

/** What a correction made of a repair. */
export type Correction = {
  readonly before: RepairContent;
  readonly after: RepairContent;
  readonly fields: readonly ContentField[];
};

/** The fields in which two contents differ. */
export const changedFields = (one: RepairContent, other: RepairContent): ContentField[] =>
  contentFields.filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]));

const befores = (timeline: Repair['timeline']) =>
  timeline.flatMap((entry) => (entry.type === 'corrected' ? [entry.before] : []));

/** What the correction at a place of the timeline has changed: from what the repair said until then to what the next correction found, or what it says now. */
export const correctionAt = (repair: Repair, index: number): Correction | undefined => {
  const entry = repair.timeline[index];
  if (entry?.type !== 'corrected') return undefined;
  const after = befores(repair.timeline.slice(index + 1))[0] ?? contentOf(repair);
  return { before: entry.before, after, fields: changedFields(entry.before, after) };
};
