import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';
import { recordIdentity } from '#shared/records/record.ts';
import { providerStates } from '#shared/repairs/lifecycle.ts';

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
  /** What will be reported by itself, and when (epoch milliseconds). */
  due: z.array(z.object({ at: z.number(), report: z.enum(['rma', 'confirmed']) })),
});
export type KnownRepair = z.output<typeof knownRepair>;

const saved = z.object({ assigned: z.int(), repairs: z.array(knownRepair) });

const saveAfterMs = 200;
/** As many as anybody will look at here: the oldest are forgotten. */
const mostRepairs = 5000;

/** What the provider's system remembers: in a file, written a moment after each change; without one, in memory. */
export const openKnownRepairs = (file?: string) => {
  const old =
    file !== undefined && existsSync(file)
      ? saved.parse(JSON.parse(readFileSync(file, 'utf8')))
      : { assigned: 0, repairs: [] };
  const repairs = new Map(old.repairs.map((repair) => [repair.id, repair]));
  let { assigned } = old;
  let saving: NodeJS.Timeout | undefined;

  const save = () => {
    clearTimeout(saving);
    saving = undefined;
    if (file === undefined) return;
    writeFileSync(`${file}.new`, JSON.stringify({ assigned, repairs: [...repairs.values()] }));
    renameSync(`${file}.new`, file);
  };
  const changed = () => {
    saving ??= setTimeout(save, saveAfterMs);
  };

  return {
    find: (id: string): KnownRepair | undefined => repairs.get(id),
    /** Newest first. */
    all: (): KnownRepair[] => [...repairs.values()].sort((one, other) => other.createdAt.localeCompare(one.createdAt)),
    put: (repair: KnownRepair): void => {
      repairs.set(repair.id, repair);
      const [oldest] = repairs.keys();
      if (repairs.size > mostRepairs && oldest !== undefined) repairs.delete(oldest);
      changed();
    },
    /** Counts the RMA numbers that were given out. */
    nextNumber: (): number => {
      assigned += 1;
      changed();
      return assigned;
    },
    /** Writes what is not written yet. */
    flush: (): void => {
      if (saving) save();
    },
  };
};

export type KnownRepairs = ReturnType<typeof openKnownRepairs>;
