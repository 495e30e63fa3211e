import { createCipheriv } from 'node:crypto';
import type { ReasonKey, ReturnsFileProblem } from '#shared/returns/file/rejections.ts';

/** Returns a deterministic pseudo-random generator, based on a cipher's key stream. */
export const createRandom = (seed: number) => {
  const stream = createCipheriv('aes-128-ctr', Buffer.alloc(16, `seed ${seed}`), Buffer.alloc(16));
  const bytes = (length: number) => stream.update(Buffer.alloc(length));
  /** Returns an integer in [0, limit). */
  const nextInt = (limit: number) => bytes(4).readUInt32LE() % limit;
  const pick = <Value>(values: readonly [Value, ...Value[]]): Value => values[nextInt(values.length)] ?? values[0];
  return { nextInt, pick, bytes };
};

export type Random = ReturnType<typeof createRandom>;

/** Kind of hostile file with its expected result: one of `codes` for the file, or a reason for each row. */
export type HostileKind = { readonly name: string; readonly build: (random: Random) => Uint8Array } & (
  | { readonly codes: readonly ReturnsFileProblem[] }
  | { readonly rejectedRows: ReasonKey }
);

/** Defines a kind of file that is rejected with one of these codes. */
export const defineRejectedFile = (
  name: string,
  codes: ReturnsFileProblem | readonly ReturnsFileProblem[],
  build: HostileKind['build'],
): HostileKind => ({ name, build, codes: typeof codes === 'string' ? [codes] : codes });

/** Defines a kind of file that is read, with each of its rows rejected for this reason. */
export const defineRejectedRows = (name: string, reason: ReasonKey, build: HostileKind['build']): HostileKind => ({
  name,
  build,
  rejectedRows: reason,
});
