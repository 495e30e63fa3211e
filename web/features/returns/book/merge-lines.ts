import type { StoredLine } from '#shared/returns/return.ts';
import type { Line, LinesChange } from './lines.ts';
import { adding, changing, removing, valuesOf } from './lines.ts';

/** Three versions for a merge: the lines when the correction started (`before`), as saved by others since (`now`), and as edited in this form (`yours`). Serial numbers are unique within each. */
export type Versions = Readonly<Record<'before' | 'now' | 'yours', readonly StoredLine[]>>;

/** Line that others have changed, in all three versions; undefined where a version has no line with this serial number. `isYours`: this form has changed it too. */
export type News = Readonly<Record<keyof Versions, StoredLine | undefined>> & {
  readonly serialNumber: string;
  readonly isYours: boolean;
};

/** Returns true if two lines have the same values, or if both are missing. */
export const isSameLine = (first: StoredLine | undefined, second: StoredLine | undefined): boolean =>
  first && second ? JSON.stringify(valuesOf(first)) === JSON.stringify(valuesOf(second)) : first === second;

const indexBySerial = (lines: readonly StoredLine[]) => new Map(lines.map((line) => [line.serialNumber, line]));

/** Finds the lines whose saved version differs both from the version at the start and from the one in this form. */
export const newsIn = (versions: Versions): News[] => {
  const baseBySerial = indexBySerial(versions.before);
  const theirsBySerial = indexBySerial(versions.now);
  const mineBySerial = indexBySerial(versions.yours);
  return [...new Set([...baseBySerial.keys(), ...theirsBySerial.keys()])].flatMap((serialNumber) => {
    const before = baseBySerial.get(serialNumber);
    const now = theirsBySerial.get(serialNumber);
    const yours = mineBySerial.get(serialNumber);
    const isYours = !isSameLine(before, yours);
    return isSameLine(before, now) || isSameLine(now, yours) ? [] : [{ serialNumber, before, now, yours, isYours }];
  });
};

/** Returns the change that adds, replaces or removes a line so that it matches `target`; undefined if there is nothing to do. */
export const changeTo = (line: Line | undefined, target: StoredLine | undefined): LinesChange | undefined => {
  if (target) return line ? changing(line.key, target) : adding([target]);
  return line && removing(line.key);
};

/** Applies the changes of others to the form's lines, except for lines that the form has changed too. */
export const withTheirs = (lines: readonly Line[], differences: readonly News[]): readonly Line[] => {
  const theirs = new Map(
    differences.flatMap((difference) =>
      difference.isYours ? [] : [[difference.serialNumber, difference.now] as const],
    ),
  );
  const merged = lines.flatMap((line): Line[] => {
    if (!theirs.has(line.serialNumber)) return [line];
    const now = theirs.get(line.serialNumber);
    return now ? [{ ...valuesOf(now), key: line.key }] : [];
  });
  const existingSerials = new Set(lines.map(({ serialNumber }) => serialNumber));
  const newLines = [...theirs.values()].flatMap((now) => (now && !existingSerials.has(now.serialNumber) ? [now] : []));
  return adding(newLines)(merged);
};
