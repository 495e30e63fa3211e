import { limits } from '#shared/limits.ts';
import { exactPrefix, searchOwner } from '#shared/records/search.ts';
import type { RegionId } from '#shared/regions.ts';
import type { ReturnFilesCollaborators } from './collaborators.ts';

const dayMs = 86_400_000;

/** However often a store has sent the same file, the newest return of these is the one to name. */
const mostAlike = 100;

type File = { readonly region: RegionId; readonly storeId: string; readonly hash: string };

/** The last return that the store has made of this very file within the last days; undefined when there is none. */
export const sentBefore = async (
  { search, returns }: Pick<ReturnFilesCollaborators, 'search' | 'returns'>,
  { region, storeId, hash }: File,
  now: Date,
) => {
  const since = new Date(now.getTime() - limits.fileKnownDays * dayMs).toISOString();
  const { items } = await search.find(searchOwner('returns', region, storeId), exactPrefix('file', hash), mostAlike);
  const [newest] = items
    .filter(({ createdAt }) => createdAt >= since)
    .toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
  return newest && returns.find(newest);
};
