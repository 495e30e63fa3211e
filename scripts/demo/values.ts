import { createHash } from 'node:crypto';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Values that look made up by chance, and are the same in every run. */

export const digest = (text: string) => createHash('sha256').update(text).digest('hex');

export const uuid = (text: string) => digest(text).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');

/** A whole number below 2^32. */
export const number = (text: string) => Number.parseInt(digest(text).slice(0, 8), 16);

export const pick = <T>(list: readonly T[], index: number): T => {
  const found = list[index % list.length];
  if (found === undefined) throw new Error('nothing to pick from');
  return found;
};
