import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';
import { recordIdentity } from '#shared/records/record.ts';
import { providerStates, reportedOptions } from '#shared/repairs/lifecycle.ts';

/** What the provider's system says of a repair; of a return only its RMA number. */
const report = z.union([
  z.object({ rma: z.string() }),
  z.object({ status: z.enum(providerStates), ...reportedOptions }),
]);
export type Report = z.output<typeof report>;

/** A report as an event of its own, by whose id the portal knows it when it comes again; `occurredAt` in ISO 8601. */
const sent = z.object({ eventId: z.string(), occurredAt: z.string(), said: report });
export type Sent = z.output<typeof sent>;

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
  due: z.array(z.object({ at: z.number(), report: z.enum(['rma', 'confirmed']), sent: z.optional(sent) })),
});
export type KnownRepair = z.output<typeof knownRepair>;

/** One change, as a line of its own: a repair as it is now, or how many numbers were given out. */
const change = z.union([z.object({ repair: knownRepair }), z.object({ assigned: z.int() })]);
type Change = z.output<typeof change>;

/** As many as anybody will look at here: the oldest are forgotten. */
const mostRepairs = 5000;

const changesIn = (file: string): Change[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [change.parse(JSON.parse(line))];
      } catch {
        // What was cut off: by whoever was killed while writing it, or by a full disk.
        return [];
      }
    });

/**
 * What the provider's system remembers, in a file to which each change is added as a line, before whoever made it goes on: what was heard
 * is not forgotten even by a process that is killed. What later lines say anew is left out when the file is opened.
 */
export const openKnownRepairs = (file: string) => {
  const repairs = new Map<string, KnownRepair>();
  let assigned = 0;
  const apply = (changed: Change) => {
    if ('assigned' in changed) {
      ({ assigned } = changed);
      return;
    }
    repairs.set(changed.repair.id, changed.repair);
    const [oldest] = repairs.keys();
    if (repairs.size > mostRepairs && oldest !== undefined) repairs.delete(oldest);
  };
  // Behind a line that was cut off, the next one begins a line of its own.
  const lineOf = (changed: Change) => `\n${JSON.stringify(changed)}`;
  const note = (changed: Change) => {
    appendFileSync(file, lineOf(changed));
    apply(changed);
  };
  if (existsSync(file)) {
    for (const each of changesIn(file)) apply(each);
    const now = [{ assigned }, ...[...repairs.values()].map((repair) => ({ repair }))];
    writeFileSync(`${file}.new`, now.map(lineOf).join(''));
    renameSync(`${file}.new`, file);
  }

  return {
    find: (id: string): KnownRepair | undefined => repairs.get(id),
    /** Newest first. */
    all: (): KnownRepair[] => [...repairs.values()].sort((one, other) => other.createdAt.localeCompare(one.createdAt)),
    put: (repair: KnownRepair): void => note({ repair }),
    /** Counts the RMA numbers that were given out. */
    nextNumber: (): number => {
      note({ assigned: assigned + 1 });
      return assigned;
    },
  };
};

export type KnownRepairs = ReturnType<typeof openKnownRepairs>;
