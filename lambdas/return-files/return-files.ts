import { createHash } from 'node:crypto';
import type { StoresStore } from '#lambdas/directory/stores.ts';
import type { Handlers } from '#lambdas/http/serve.ts';
import { storeFor } from '#lambdas/records/store-for.ts';
import { asUtf8 } from '#lambdas/spreadsheets/charset.ts';
import type { Uploads } from '#lambdas/spreadsheets/uploads.ts';
import { isOwnKey, takeUpload, uploadKey } from '#lambdas/spreadsheets/uploads.ts';
import { calendarDate } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { searchOwner } from '#shared/records/search.ts';
import type { RegionId } from '#shared/regions.ts';
import { prefixes, regions } from '#shared/regions.ts';
import type { returnFiles } from '#shared/routes/return-files.ts';
import type { ReturnsReader } from './lines/report.ts';
import { reportOnFile } from './lines/report.ts';
import { fileSentBefore, serialsSentBefore } from './sent-before.ts';
import type { ReturnTerms, SentReturns } from './store.ts';

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

export const returnFileHandlers = ({
  uploads,
  reader,
  terms,
  returns,
  stores,
  settings,
  newId,
  onLimit,
  onLeftBehind,
  onNotLookedUp,
}: ReturnFilesCollaborators): Handlers<typeof returnFiles> => ({
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
      const known = await serialsSentBefore(terms, owner, serialNumbers, lookUpMilliseconds).catch((error: unknown) => {
        onNotLookedUp(error);
        return undefined;
      });
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
});
