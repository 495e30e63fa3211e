import type { StoredLine } from '#shared/returns/return.ts';
import type { Line, LinesUpdater } from './lines.ts';
import { addLines, replaceLine, removeLine, toLineValues } from './lines.ts';

/** Three versions for a merge: the lines when the correction started (`base`), as saved by others since (`theirs`), and as edited in this form (`mine`). Serial numbers are unique within each. */
export type LineVersions = Readonly<Record<'base' | 'theirs' | 'mine', readonly StoredLine[]>>;

/** Line that others have changed, in all three versions; undefined where a version has no line with this serial number. `isChangedByMe`: this form has changed it too. */
export type LineDifference = Readonly<Record<keyof LineVersions, StoredLine | undefined>> & {
  readonly serialNumber: string;
  readonly isChangedByMe: boolean;
};

/** Returns true if two lines have the same values, or if both are missing. */
export const isSameLine = (first: StoredLine | undefined, second: StoredLine | undefined): boolean =>
  first && second ? JSON.stringify(toLineValues(first)) === JSON.stringify(toLineValues(second)) : first === second;

const indexBySerial = (lines: readonly StoredLine[]) => new Map(lines.map((line) => [line.serialNumber, line]));

/** Finds the lines whose saved version differs both from the version at the start and from the one in this form. */
export const findLineDifferences = (versions: LineVersions): LineDifference[] => {
  const baseBySerial = indexBySerial(versions.base);
  const theirsBySerial = indexBySerial(versions.theirs);
  const mineBySerial = indexBySerial(versions.mine);
  return [...new Set([...baseBySerial.keys(), ...theirsBySerial.keys()])].flatMap((serialNumber) => {
    const base = baseBySerial.get(serialNumber);
    const theirs = theirsBySerial.get(serialNumber);
    const mine = mineBySerial.get(serialNumber);
    const isChangedByMe = !isSameLine(base, mine);
    return isSameLine(base, theirs) || isSameLine(theirs, mine)
      ? []
      : [{ serialNumber, base, theirs, mine, isChangedByMe }];
  });
};

/** Returns the change that adds, replaces or removes a line so that it matches `target`; undefined if there is nothing to do. */
export const toLineChange = (line: Line | undefined, target: StoredLine | undefined): LinesUpdater | undefined => {
  if (target) return line ? replaceLine(line.key, target) : addLines([target]);
  return line && removeLine(line.key);
};

/** Applies the changes of others to the form's lines, except for lines that the form has changed too. */
export const mergeTheirs = (lines: readonly Line[], differences: readonly LineDifference[]): readonly Line[] => {
  const theirLineBySerial = new Map(
    differences.flatMap((difference) =>
      difference.isChangedByMe ? [] : [[difference.serialNumber, difference.theirs] as const],
    ),
  );
  const mergedLines = lines.flatMap((line): Line[] => {
    if (!theirLineBySerial.has(line.serialNumber)) return [line];
    const theirLine = theirLineBySerial.get(line.serialNumber);
    return theirLine ? [{ ...toLineValues(theirLine), key: line.key }] : [];
  });
  const existingSerials = new Set(lines.map(({ serialNumber }) => serialNumber));
  const newLines = [...theirLineBySerial.values()].flatMap((theirLine) =>
    theirLine && !existingSerials.has(theirLine.serialNumber) ? [theirLine] : [],
  );
  return addLines(newLines)(mergedLines);
};
