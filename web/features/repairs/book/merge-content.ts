import type { ContentField, RepairContent } from '#shared/repairs/content.ts';
import { changedFields } from '#web/features/repairs/details/what-changed.ts';

/** A repair in three versions. */
export type Versions = {
  /** As it was when the correction began. */
  readonly before: RepairContent;
  /** As others have saved it meanwhile. */
  readonly now: RepairContent;
  /** As one would have it oneself. */
  readonly yours: RepairContent;
};

/** The fields in which what others have saved is news, and whether one has changed them oneself. Where both did the same, there is nothing to tell. */
export const newsIn = ({
  before,
  now,
  yours,
}: Versions): { readonly field: ContentField; readonly isYours: boolean }[] => {
  const own = changedFields(before, yours);
  const apart = changedFields(now, yours);
  return changedFields(before, now)
    .filter((field) => apart.includes(field))
    .map((field) => ({ field, isYours: own.includes(field) }));
};
