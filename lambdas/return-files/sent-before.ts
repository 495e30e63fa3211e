import { chunksOf } from '#lambdas/aws/chunks-of.ts';
import { mapConcurrently } from '#lambdas/aws/map-concurrently.ts';
import type { FoundReturn } from '#lambdas/records/return.ts';
import { byBytes } from '#lambdas/records/search.ts';
import { limits } from '#shared/limits.ts';
import { isSetAside } from '#shared/records/record.ts';
import { exactPrefix } from '#shared/records/search.ts';
import type { SentSerial } from '#shared/returns/sent-serial.ts';
import type { ReturnTerms, SentReturns } from './store.ts';

const dayMs = 86_400_000;

/** Whatever a term begins with, behind this there is no more of it: nothing sorts after the last code point. */
const endOf = (prefix: string) => `${prefix}\u{10FFFF}`;

const newestOf = (found: readonly FoundReturn[]) =>
  found.toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))[0];

/** However often a store has sent the same file, the newest return of these is the one to name. */
const mostOfFile = 100;

/** The last return that an owner has made of a file of this hash within the last days; undefined when there is none. */
export const fileSentBefore = async (
  { terms, returns }: { readonly terms: ReturnTerms; readonly returns: SentReturns },
  owner: string,
  hash: string,
  now: Date,
) => {
  const since = new Date(now.getTime() - limits.fileKnownDays * dayMs).toISOString();
  const prefix = exactPrefix('file', hash);
  const { items } = await terms.between(owner, prefix, endOf(prefix), mostOfFile);
  const newest = newestOf(items.filter(({ createdAt }) => createdAt >= since));
  return newest && returns.find(newest);
};

/**
 * A Query costs a millisecond of processor, whatever it finds, and a file has a thousand serial numbers: so one Query asks about
 * this many neighbours, together with all that the store has sent between them. Where that is more than so many terms,
 * those that are left are asked about one by one.
 */
const neighbours = { serials: 25, terms: 250 };

/** Queries at once. */
const mostAtOnce = 25;

/** Whatever a store types where a device has no number: a question needs no more. */
const mostOfSerial = 10;

type Wanted = { readonly serialNumber: string; readonly prefix: string };

/** Rejects with the signal's reason as soon as it is aborted. */
const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/**
 * The newest return of each serial number that an owner has sent before. Rejects with a TimeoutError after so many
 * milliseconds, and asks no more then: what is only a hint keeps nobody waiting.
 */
export const serialsSentBefore = async (
  terms: ReturnTerms,
  owner: string,
  serialNumbers: readonly string[],
  milliseconds: number,
): Promise<SentSerial[]> => {
  const signal = AbortSignal.timeout(milliseconds);

  /** What is found of some, in their order, and those about which that isn't all. */
  const ask = async (asked: readonly Wanted[], limit: number) => {
    signal.throwIfAborted();
    const [first, last] = [asked[0]?.prefix ?? '', asked.at(-1)?.prefix ?? ''];
    const { items, hasMore } = await terms.between(owner, first, endOf(last), limit);
    const seen = items.at(-1)?.term ?? first;
    const isOpen = ({ prefix }: Wanted) => hasMore && (seen.startsWith(prefix) || byBytes(prefix, seen) > 0);
    const found = asked.flatMap((one): SentSerial[] => {
      const newest = newestOf(items.filter((item) => item.term.startsWith(one.prefix) && !isSetAside(item)));
      if (!newest) return [];
      const { storeRefNo, id, createdAt } = newest;
      return [{ serialNumber: one.serialNumber, storeRefNo, id, createdAt }];
    });
    return { found, open: asked.filter(isOpen) };
  };

  const askAll = async (asked: readonly Wanted[]) => {
    const { found, open } = await ask(asked, neighbours.terms);
    const isOpen = new Set(open.map(({ serialNumber }) => serialNumber));
    const all = found.filter(({ serialNumber }) => !isOpen.has(serialNumber));
    for (const one of open) all.push(...(await ask([one], mostOfSerial)).found);
    return all;
  };

  const wanted = [...new Set(serialNumbers)]
    .map((serialNumber): Wanted => ({ serialNumber, prefix: exactPrefix('serial', serialNumber) }))
    .toSorted((one, other) => byBytes(one.prefix, other.prefix));
  const work = mapConcurrently(mostAtOnce, chunksOf(wanted, neighbours.serials), askAll);
  return (await Promise.race([work, aborted(signal)])).flat();
};
