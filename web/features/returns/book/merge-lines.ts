import type { StoredLine } from '#shared/returns/return.ts';
import type { Line, LinesChange } from './lines.ts';
import { adding, changing, removing, valuesOf } from './lines.ts';

/** The lines when a correction began, as others have saved them since, and as one has them oneself. A serial number stands once in each. */
export type Versions = Readonly<Record<'before' | 'now' | 'yours', readonly StoredLine[]>>;

/** A serial number where what others have saved is news; undefined where a version has no line of it. */
export type News = Readonly<Record<keyof Versions, StoredLine | undefined>> & {
  readonly serialNumber: string;
  readonly isYours: boolean;
};

/** Whether two lines say the same, or neither is there. */
export const isSameLine = (one: StoredLine | undefined, other: StoredLine | undefined): boolean =>
  one && other ? JSON.stringify(valuesOf(one)) === JSON.stringify(valuesOf(other)) : one === other;

const bySerial = (lines: readonly StoredLine[]) => new Map(lines.map((line) => [line.serialNumber, line]));

/** Where what others have saved is news: neither as it was, nor as one would have it oneself. */
export const newsIn = (versions: Versions): News[] => {
  const [was, is, own] = [bySerial(versions.before), bySerial(versions.now), bySerial(versions.yours)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((serialNumber) => {
    const [before, now, yours] = [was.get(serialNumber), is.get(serialNumber), own.get(serialNumber)];
    const isYours = !isSameLine(before, yours);
    return isSameLine(before, now) || isSameLine(now, yours) ? [] : [{ serialNumber, before, now, yours, isYours }];
  });
};

/** The change that makes of a line, which may not be there, another one, or none. */
export const changeTo = (line: Line | undefined, wanted: StoredLine | undefined): LinesChange | undefined => {
  if (wanted) return line ? changing(line.key, wanted) : adding([wanted]);
  return line && removing(line.key);
};

/** The lines of the form with what others alone have changed; the rest stays as it is. */
export const withTheirs = (lines: readonly Line[], news: readonly News[]): readonly Line[] => {
  const theirs = new Map(news.flatMap((one) => (one.isYours ? [] : [[one.serialNumber, one.now] as const])));
  const kept = lines.flatMap((line): Line[] => {
    if (!theirs.has(line.serialNumber)) return [line];
    const now = theirs.get(line.serialNumber);
    return now ? [{ ...valuesOf(now), key: line.key }] : [];
  });
  const known = new Set(lines.map(({ serialNumber }) => serialNumber));
  const added = [...theirs.values()].flatMap((now) => (now && !known.has(now.serialNumber) ? [now] : []));
  return adding(added)(kept);
};
