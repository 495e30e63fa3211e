import { createCipheriv } from 'node:crypto';
import type { ReasonKey, ReturnsFileProblem } from '#shared/returns/file/report.ts';

/** Bytes that look random and are the same each time: a cipher's key stream. */
export const randomOf = (seed: number) => {
  const stream = createCipheriv('aes-128-ctr', Buffer.alloc(16, `seed ${seed}`), Buffer.alloc(16));
  const bytes = (length: number) => stream.update(Buffer.alloc(length));
  /** A whole number from 0, below a limit. */
  const below = (limit: number) => bytes(4).readUInt32LE() % limit;
  const oneOf = <Value>(values: readonly [Value, ...Value[]]): Value => values[below(values.length)] ?? values[0];
  return { below, oneOf, bytes };
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
