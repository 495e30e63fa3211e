import { createHash } from 'node:crypto';
import { chunksOf, mapConcurrently } from '#lambdas/aws/concurrency.ts';
import type { StoresStore } from '#lambdas/directory/stores.ts';
import type { Handlers } from '#lambdas/http/serve.ts';
import { storeFor } from '#lambdas/records/access.ts';
import type { FoundReturn } from '#lambdas/records/return.ts';
import { byBytes } from '#lambdas/records/search.ts';
import { asUtf8 } from '#lambdas/spreadsheets/charset.ts';
import type { Uploads } from '#lambdas/spreadsheets/uploads.ts';
import { isOwnKey, takeUpload, uploadKey } from '#lambdas/spreadsheets/uploads.ts';
import { calendarDate } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { isSetAside } from '#shared/records/record.ts';
import { searchOwner, exactPrefix } from '#shared/records/search.ts';
import type { RegionId } from '#shared/regions.ts';
import { prefixes, regions } from '#shared/regions.ts';
import type { SentSerial } from '#shared/returns/return.ts';
import type { returnFiles } from '#shared/routes/return-files.ts';
import type { ReturnsReader } from './lines/report.ts';
import { reportOnFile } from './lines/report.ts';
import type { ReturnTerms, SentReturns } from './store.ts';

/** Whatever a term begins with, behind this there is no more of it: nothing sorts after the last code point. */
const endOf = (prefix: string) => `${prefix}\u{10FFFF}`;

const newestOf = (found: readonly FoundReturn[]) =>
  found.toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))[0];

const fileSentBefore = async (
  { terms, returns }: { readonly terms: ReturnTerms; readonly returns: SentReturns },
  owner: string,
  hash: string,
  now: Date,
) => {
  const since = new Date(now.getTime() - limits.fileKnownDays * 86_400_000).toISOString();
  const prefix = exactPrefix('file', hash);
  // However often a store has sent the file, the newest return of these is the one to name.
  const { items } = await terms.between(owner, prefix, endOf(prefix), 100);
  const newest = newestOf(items.filter(({ createdAt }) => createdAt >= since));
  return newest && returns.find(newest);
};

/** A Query costs a millisecond: one asks about so many neighbours; where it finds too many terms, one by one. */
const neighbours = { serials: 25, terms: 250 };

/** Whatever a store types where a device has no number: a question needs no more. */
const mostOfSerial = 10;

type Wanted = { readonly serialNumber: string; readonly prefix: string };

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/** The newest return of each serial number. Only a hint: rejects with a TimeoutError, and asks no more then. */
export const serialsSentBefore = async (
  terms: ReturnTerms,
  owner: string,
  serialNumbers: readonly string[],
  milliseconds: number,
): Promise<SentSerial[]> => {
  const signal = AbortSignal.timeout(milliseconds);

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
  const work = mapConcurrently(25, chunksOf(wanted, neighbours.serials), askAll);
  return (await Promise.race([work, aborted(signal)])).flat();
};

export type ReturnFilesCollaborators = {
  readonly uploads: Uploads;
  readonly reader: Pick<ReturnsReader, 'read'>;
  readonly terms: ReturnTerms;
  readonly returns: SentReturns;
  readonly stores: Pick<StoresStore, 'find'>;
  readonly settings: Readonly<Record<RegionId, { readonly returnPeriodDays: number }>>;
  readonly newId: () => string;
  /** Is told why a file took the reader to its limits. */
  readonly onLimit: (cause: string) => void;
  /** Is told of a file that couldn't be removed; the bucket forgets it within a day. */
  readonly onLeftBehind: (error: unknown) => void;
  /** Is told why serial numbers couldn't be looked up, or not in time. */
  readonly onNotLookedUp: (error: unknown) => void;
};

/** How long a report waits for what is known of its serial numbers: far less than the function's time, and a thousand take a few tenths of a second. */
const lookUpMilliseconds = 4000;

export const returnFileHandlers = (parts: ReturnFilesCollaborators): Handlers<typeof returnFiles> => {
  const { uploads, reader, terms, returns, stores, settings, newId, onLimit, onLeftBehind, onNotLookedUp } = parts;
  return {
    requestUpload: async ({ region, bytes }, { caller }) => {
      const key = uploadKey('returns', region, caller.sub, newId());
      return { body: { key, ...(await uploads.presignPost(key, bytes)) } };
    },

    readReturnFile: async ({ region, key, storeId: named, dates, charset }, { caller, now }) => {
      // A key made for another user answers like one that does not exist.
      if (!isOwnKey(key, 'returns', region, caller.sub)) throw new AppError('NotFound');
      const { storeId } = await storeFor(stores, caller, region, named);
      const owner = searchOwner('returns', region, storeId);
      const question = {
        today: calendarDate(now, regions[region].timeZone),
        returnPeriodDays: settings[region].returnPeriodDays,
        language: prefixes[regions[region].prefix].language,
        allowedStores: [storeId],
        ...(dates && { dates }),
      };
      const readAndLookUp = async (bytes: Uint8Array) => {
        const report = await reportOnFile(reader, bytes, question, onLimit);
        if (report.outcome !== 'read') return { report };
        const serialNumbers = report.accepted.map(({ serialNumber }) => serialNumber);
        // The report is worth more than the hint.
        const known = await serialsSentBefore(terms, owner, serialNumbers, lookUpMilliseconds).catch(
          (error: unknown) => {
            onNotLookedUp(error);
            return undefined;
          },
        );
        return { report, ...(known && { serialsSentBefore: known }) };
      };
      return takeUpload(uploads, key, onLeftBehind, async (bytes) => {
        const hash = createHash('sha256').update(bytes).digest('hex');
        const [read, sentBefore] = await Promise.all([
          readAndLookUp(charset ? asUtf8(charset, bytes) : bytes),
          fileSentBefore({ terms, returns }, owner, hash, now),
        ]);
        return { body: { ...read, hash, ...(sentBefore && { sentBefore }) } };
      });
    },
  };
};
