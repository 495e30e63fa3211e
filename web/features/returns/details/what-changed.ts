import type { LinesCorrection } from '#shared/returns/correction.ts';
import { correctionOf, linesBefore } from '#shared/returns/correction.ts';
import type { ReturnRecord, StoredLine } from '#shared/returns/return.ts';

/** What a correction made of a return's lines. */
export type Correction = {
  readonly changed: readonly { readonly before: StoredLine; readonly after: StoredLine }[];
  readonly removed: readonly StoredLine[];
  readonly added: readonly StoredLine[];
};

/** What lines have become, by what a correction keeps of them. */
const changesOf = (after: readonly StoredLine[], { before, added }: LinesCorrection): Correction => {
  const now = new Map(after.map((line) => [line.serialNumber, line]));
  const isAdded = new Set(added);
  return {
    changed: before.flatMap((line) => {
      const changed = now.get(line.serialNumber);
      return changed ? [{ before: line, after: changed }] : [];
    }),
    removed: before.filter(({ serialNumber }) => !now.has(serialNumber)),
    added: after.filter(({ serialNumber }) => isAdded.has(serialNumber)),
  };
};

/** What would have become of lines. */
export const changesBetween = (before: readonly StoredLine[], after: readonly StoredLine[]): Correction =>
  changesOf(after, correctionOf(before, after));

/** What the correction at a place of the timeline has changed: until the next correction, or today. */
export const correctionAt = (
  { lines, timeline }: Pick<ReturnRecord, 'lines' | 'timeline'>,
  index: number,
): Correction | undefined => {
  const entry = timeline[index];
  if (entry?.type !== 'corrected') return undefined;
  const after = timeline
    .slice(index + 1)
    .reduceRight((known, later) => (later.type === 'corrected' ? linesBefore(known, later) : known), lines);
  return changesOf(after, entry);
};
