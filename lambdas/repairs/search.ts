import { storeKey } from '#lambdas/directory/users.ts';
import { badCursor, searchCursor } from '#lambdas/records/cursor.ts';
import type { Question } from '#lambdas/records/list-query.ts';
import { isWithin } from '#lambdas/records/list-query.ts';
import type { RepairIndexRow } from '#lambdas/records/repair-row.ts';
import { repairTerms } from '#lambdas/records/repair-terms.ts';
import { byBytes } from '#lambdas/records/search-index.ts';
import type { Found, SearchIndex } from '#lambdas/records/search-index.ts';
import { exactPrefix, searchOwner, searchPrefix } from '#shared/records/search.ts';
import type { RegionId } from '#shared/regions.ts';
import type { RepairState } from '#shared/repairs/states.ts';
import { isOpen } from '#shared/repairs/states.ts';
import type { RepairHandlers, RepairsCollaborators } from './collaborators.ts';
import type { RepairKey, RepairsStore } from './store.ts';

type Summaries = Pick<RepairsStore, 'summaries'>;

const nameOf = ({ store, reference }: RepairKey) => `${store}/${reference}`;

/** The repairs that were found, each once, in the order in which they were found. */
const recordsOf = async (repairs: Summaries, region: RegionId, found: readonly Found[]): Promise<RepairIndexRow[]> => {
  const keys = new Map(found.map(({ store, reference }) => [nameOf({ store, reference }), { store, reference }]));
  const rows = await repairs.summaries([...keys.values()]);
  const byName = new Map(
    rows.map((row) => [nameOf({ store: storeKey(region, row.storeId), reference: row.reference }), row]),
  );
  return [...keys.keys()].flatMap((name) => byName.get(name) ?? []);
};

/** Pages of what begins like a text. A page holds as many terms as asked for; the filter and what was found twice make it shorter. */
export const searchPages =
  (repairs: Summaries, index: SearchIndex) =>
  async ({
    owner: { region, storeId },
    filter,
    search,
    limit,
    cursor,
    asked,
  }: Question<RepairState> & { readonly search: string }) => {
    const prefix = searchPrefix(search);
    const after = cursor === undefined ? undefined : searchCursor.decode(asked, cursor).term;
    // DynamoDB takes no beginning outside what is searched.
    if (after?.startsWith(prefix) === false) throw badCursor();
    const { items: found, hasMore } = await index.find(searchOwner('repairs', region, storeId), prefix, limit, after);
    const items = (await recordsOf(repairs, region, found)).filter((row) => {
      // The index is a second behind: what no longer begins so is not what was searched for.
      const matching = repairTerms(row).filter((term) => term.startsWith(prefix));
      const isOnEarlierPage = after !== undefined && matching.some((term) => byBytes(term, after) <= 0);
      const isInFilter =
        (filter.state === undefined || row.state === filter.state) && isWithin(row.createdAt, filter.period);
      return matching.length > 0 && !isOnEarlierPage && isInFilter;
    });
    const last = found.at(-1);
    return { items, ...(hasMore && last && { cursor: searchCursor.encode(asked, last) }) };
  };

/** A notice needs no more, whatever a store types where a device has no number. */
const mostAlike = 100;

export const serialNumberHandlers = ({
  repairs,
  search,
}: RepairsCollaborators): Pick<RepairHandlers, 'findSerialNumber'> => ({
  findSerialNumber: async ({ region, storeId, serialNumber }, { caller }) => {
    const owner = searchOwner('repairs', region, storeId ?? caller.storeId);
    const { items: found } = await search.find(owner, exactPrefix('serial', serialNumber), mostAlike);
    const rows = await recordsOf(repairs, region, found);
    return { body: { items: rows.filter((row) => row.serialNumber === serialNumber && isOpen(row.state)) } };
  },
});
