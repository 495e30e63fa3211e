import { createHash } from 'node:crypto';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/**
 * Returns the SHA-256 hash of a text in hex. `toUuid` and `toInteger` derive their values from it: these look random,
 * but are the same in every run.
 */
export const computeDigest = (text: string) => createHash('sha256').update(text).digest('hex');

export const toUuid = (text: string) =>
  computeDigest(text).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');

/** Returns an integer below 2^32. */
export const toInteger = (text: string) => Number.parseInt(computeDigest(text).slice(0, 8), 16);

/** Returns the element at the index, which starts again at 0 after the last element. */
export const pick = <Value>(list: readonly Value[], index: number): Value => {
  const value = list[index % list.length];
  if (value === undefined) throw new Error('nothing to pick from');
  return value;
};
