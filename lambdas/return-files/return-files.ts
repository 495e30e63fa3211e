import { createHash } from 'node:crypto';
import type { StoresStore } from '#lambdas/directory/stores.ts';
import type { Handlers } from '#lambdas/http/serve.ts';
import { storeFor } from '#lambdas/records/access.ts';
import { newestFirst } from '#lambdas/records/kind.ts';
import type { FoundReturn } from '#lambdas/records/return.ts';
import type { SearchIndexOf } from '#lambdas/records/search.ts';
import { findAll } from '#lambdas/records/search.ts';
import { asUtf8, isCharset } from '#lambdas/spreadsheets/charset.ts';
import type { Uploads } from '#lambdas/spreadsheets/uploads.ts';
import { isOwnKey, takeUpload, uploadKey } from '#lambdas/spreadsheets/uploads.ts';
import { calendarDate } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { searchOwner, exactPrefixes } from '#shared/records/search.ts';
import type { RegionId } from '#shared/regions.ts';
import { prefixes, regions } from '#shared/regions.ts';
import type { returnFiles } from '#shared/routes/return-files.ts';
import type { ReturnsReader } from './lines/report.ts';
import { reportOnFile } from './lines/report.ts';
import type { SentReturns } from './store.ts';

type ReturnTerms = Pick<SearchIndexOf<FoundReturn>, 'find'>;

const fileSentBefore = async (
  { terms, returns }: { readonly terms: ReturnTerms; readonly returns: SentReturns },
  owner: string,
  hash: string,
  now: Date,
) => {
  const since = new Date(now.getTime() - limits.fileKnownDays * 86_400_000).toISOString();
  const sent = await findAll(terms, owner, exactPrefixes('file', hash));
  const known = sent.filter(({ createdAt }) => createdAt >= since);
  const [newest] = known.toSorted(newestFirst);
  return newest && returns.find(newest);
};

export type ReturnFilesCollaborators = {
  readonly uploads: Uploads;
  readonly reader: Pick<ReturnsReader, 'read'>;
  readonly terms: ReturnTerms;
  readonly returns: SentReturns;
  readonly stores: Pick<StoresStore, 'findMeant'>;
  readonly settings: Readonly<Record<RegionId, { readonly returnPeriodDays: number }>>;
  readonly newId: () => string;
  /** Is told why a file took the reader to its limits. */
  readonly onLimit: (cause: string) => void;
  /** Is told of a file that couldn't be removed; the bucket forgets it within a day. */
  readonly onLeftBehind: (error: unknown) => void;
};

export const returnFileHandlers = (parts: ReturnFilesCollaborators): Handlers<typeof returnFiles> => {
  const { uploads, reader, terms, returns, stores, settings, newId, onLimit, onLeftBehind } = parts;
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
        storeId,
        ...(dates && { dates }),
        ...(charset && { encoding: charset }),
      };
      return takeUpload(uploads, key, onLeftBehind, async (bytes) => {
        const hash = createHash('sha256').update(bytes).digest('hex');
        const [report, sentBefore] = await Promise.all([
          reportOnFile(reader, charset && isCharset(charset) ? asUtf8(charset, bytes) : bytes, question, onLimit),
          fileSentBefore({ terms, returns }, owner, hash, now),
        ]);
        return { body: { report, hash, ...(sentBefore && { sentBefore }) } };
      });
    },
  };
};
