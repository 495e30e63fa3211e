import { createHash } from 'node:crypto';
import type { Handlers } from '#lambdas/lib/http/serve.ts';
import { resolveStore } from '#lambdas/lib/records/access.ts';
import { compareNewestFirst } from '#lambdas/lib/records/record-kind.ts';
import type { ReturnHit } from '#lambdas/lib/records/return.ts';
import type { TypedSearchIndex } from '#lambdas/lib/records/search.ts';
import { findAllHits } from '#lambdas/lib/records/search.ts';
import { toUtf8, isCharset } from '#lambdas/lib/spreadsheets/charset.ts';
import type { Uploads } from '#lambdas/lib/uploads/uploads.ts';
import { isOwnKey, consumeUpload, toUploadKey } from '#lambdas/lib/uploads/uploads.ts';
import type { StoresStore } from '#lambdas/lib/users/stores.ts';
import { AppError } from '#shared/api/errors.ts';
import type { returnFiles } from '#shared/api/routes/return-files.ts';
import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { prefixes, regions } from '#shared/config/regions.ts';
import { toCalendarDate } from '#shared/dates/dates.ts';
import { toSearchOwner, toExactValuePrefixes } from '#shared/records/search.ts';
import type { BookedReturns } from './booked-returns-store.ts';
import type { ReturnsReader } from './lines/build-report.ts';
import { reportOnFile } from './lines/build-report.ts';

type ReturnSearchIndex = Pick<TypedSearchIndex<ReturnHit>, 'find'>;

/** Finds the newest return that was booked from a file with this hash within the last `limits.fileHashDays`. */
const findEarlierReturn = async (
  { searchIndex, returns }: { readonly searchIndex: ReturnSearchIndex; readonly returns: BookedReturns },
  owner: string,
  hash: string,
  now: Date,
) => {
  const since = new Date(now.getTime() - limits.fileHashDays * 86_400_000).toISOString();
  const matches = await findAllHits(searchIndex, owner, toExactValuePrefixes('file', hash));
  const recentMatches = matches.filter(({ createdAt }) => createdAt >= since);
  const [newestMatch] = recentMatches.toSorted(compareNewestFirst);
  return newestMatch && returns.find(newestMatch);
};

export type ReturnFilesCollaborators = {
  readonly uploads: Uploads;
  readonly reader: Pick<ReturnsReader, 'read'>;
  readonly searchIndex: ReturnSearchIndex;
  readonly returns: BookedReturns;
  readonly stores: Pick<StoresStore, 'findMatching'>;
  readonly settings: Readonly<Record<RegionId, { readonly returnPeriodDays: number }>>;
  readonly newId: () => string;
  /** Called with the cause if the file exceeded the reader's limits. */
  readonly onLimit: (cause: string) => void;
  /** Called if the upload couldn't be deleted. The bucket's lifecycle rule then expires it within a day. */
  readonly onDeletionFailure: (error: unknown) => void;
};

export const createReturnFileHandlers = (collaborators: ReturnFilesCollaborators): Handlers<typeof returnFiles> => {
  const { uploads, reader, searchIndex, returns, stores, settings, newId, onLimit, onDeletionFailure } = collaborators;
  return {
    requestUpload: async ({ region, bytes }, { caller }) => {
      const key = toUploadKey('returns', region, caller.sub, newId());
      return { body: { key, ...(await uploads.presignPost(key, bytes)) } };
    },

    readReturnFile: async ({ region, key, storeId: requestedStoreId, dates, charset }, { caller, now }) => {
      // The response is the same as for an unknown key, so that other users' keys aren't revealed.
      if (!isOwnKey(key, 'returns', region, caller.sub)) throw new AppError('NotFound');
      const { storeId } = await resolveStore(stores, caller, region, requestedStoreId);
      const owner = toSearchOwner('returns', region, storeId);
      const readContext = {
        today: toCalendarDate(now, regions[region].timeZone),
        returnPeriodDays: settings[region].returnPeriodDays,
        language: prefixes[regions[region].prefix].language,
        storeId,
        ...(dates && { dates }),
        ...(charset && { encoding: charset }),
      };
      return consumeUpload(uploads, key, onDeletionFailure, async (bytes) => {
        const hash = createHash('sha256').update(bytes).digest('hex');
        const [report, sentBefore] = await Promise.all([
          reportOnFile(reader, charset && isCharset(charset) ? toUtf8(charset, bytes) : bytes, readContext, onLimit),
          findEarlierReturn({ searchIndex, returns }, owner, hash, now),
        ]);
        return { body: { report, hash, ...(sentBefore && { sentBefore }) } };
      });
    },
  };
};
