import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';
import { recordIdentity } from '#shared/records/record.ts';
import type { ProviderState } from '#shared/repairs/lifecycle.ts';
import { providerStates } from '#shared/repairs/lifecycle.ts';

/** What the provider's system says of a repair; of a return only its RMA number. */
export type Report =
  | { readonly rma: string }
  | { readonly status: ProviderState; readonly dueAt?: string; readonly isReplacement?: boolean };

/** A repair, or a return, of which a product and a serial number say nothing. */
export const knownRepair = z.object({
  kind: z._default(z.enum(['repair', 'return']), 'repair'),
  region: field.region,
  ...recordIdentity,
  storeName: z.string(),
  createdAt: z.string(),
  product: z.string(),
  serialNumber: z.string(),
  /** Of a return. */
  numberOfProducts: z.optional(z.int()),
  rma: z.nullable(z.string()),
  status: z.nullable(z.enum(providerStates)),
  /** When the status came to be: an older report changes nothing any more. */
  statusAt: z.string(),
  withdrawn: z.boolean(),
  /** Nothing is reported by itself. */
  isByHand: z._default(z.boolean(), true),
});
export type KnownRepair = z.output<typeof knownRepair>;

/**
 * What the provider's system remembers, in a file to which each change is added as a line, before whoever made it goes on: what was heard
 * is not forgotten even by a process that is killed.
 */
export const openKnownRepairs = (file: string) => {
  const repairs = new Map<string, KnownRepair>();
  for (const line of existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [])
    try {
      const repair = knownRepair.parse(JSON.parse(line));
      repairs.set(repair.id, repair);
    } catch {
      // What was cut off: by whoever was killed while writing it, or by a full disk.
    }

  return {
    find: (id: string): KnownRepair | undefined => repairs.get(id),
    /** As which it was heard of, from 0. */
    place: (id: string): number => [...repairs.keys()].indexOf(id),
    /** Newest first. */
    all: (): KnownRepair[] => [...repairs.values()].sort((one, other) => other.createdAt.localeCompare(one.createdAt)),
    put: (repair: KnownRepair): void => {
      // Behind a line that was cut off, the next one begins a line of its own.
      appendFileSync(file, `\n${JSON.stringify(repair)}`);
      repairs.set(repair.id, repair);
    },
  };
};

export type KnownRepairs = ReturnType<typeof openKnownRepairs>;
