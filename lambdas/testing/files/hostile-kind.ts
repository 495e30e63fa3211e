import type { ReasonKey, ReturnsFileProblem } from '#shared/returns/file/report.ts';

/** Numbers that look random and are the same each time (mulberry32). */
export const randomOf = (seed: number) => {
  let state = seed;
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  /** A whole number from 0, below a limit. */
  const below = (limit: number) => Math.floor(fraction() * limit);
  const oneOf = <Value>(values: readonly [Value, ...Value[]]): Value => values[below(values.length)] ?? values[0];
  return { below, oneOf, bytes: (length: number) => Uint8Array.from({ length }, () => below(256)) };
};

export type Random = ReturnType<typeof randomOf>;

/** A way to harm a reader, and what is to come of it: one of some codes, or a reason for each row. */
export type HostileKind = { readonly name: string; readonly make: (random: Random) => Uint8Array } & (
  | { readonly codes: readonly ReturnsFileProblem[] }
  | { readonly refusedRows: ReasonKey }
);

/** Is to be refused by one of these codes. */
export const refused = (
  name: string,
  codes: ReturnsFileProblem | readonly ReturnsFileProblem[],
  make: HostileKind['make'],
): HostileKind => ({ name, make, codes: typeof codes === 'string' ? [codes] : codes });

/** Is to be read, and each of its rows refused for this reason. */
export const refusedRows = (name: string, reason: ReasonKey, make: HostileKind['make']): HostileKind => ({
  name,
  make,
  refusedRows: reason,
});
