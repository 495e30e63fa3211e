import type { RecordKey } from '#lambdas/records/kind.ts';
import type { RepairIndexRow } from '#lambdas/records/repair.ts';
import { repairTerms } from '#lambdas/records/repair.ts';
import type { SearchHit, SearchIndex } from '#lambdas/records/search.ts';
import { byBytes, searchPages } from '#lambdas/records/search.ts';
import type { RegionId } from '#shared/regions.ts';
import type { RepairState } from '#shared/repairs/lifecycle.ts';
import { storeKey } from '#shared/stores.ts';
import type { RepairsStore } from './store.ts';

type Summaries = Pick<RepairsStore, 'summaries'>;

const nameOf = ({ store, reference }: RecordKey) => `${store}/${reference}`;

/** The repairs that were found, each once, in the order in which they were found. */
const repairsFound = async (
  repairs: Summaries,
  region: RegionId,
  hits: readonly SearchHit[],
): Promise<RepairIndexRow[]> => {
  const keys = new Map(hits.map(({ store, reference }) => [nameOf({ store, reference }), { store, reference }]));
  const rows = await repairs.summaries([...keys.values()]);
  const byName = new Map(
    rows.map((row) => [nameOf({ store: storeKey(region, row.storeId), reference: row.reference }), row]),
  );
  return [...keys.keys()].flatMap((name) => byName.get(name) ?? []);
};

/** Pages of a search: a page holds as many terms as asked for, and each repair on the first page that finds it. */
export const searchRepairs = (repairs: Summaries, index: Pick<SearchIndex, 'find'>) =>
  searchPages<RepairState, SearchHit, RepairIndexRow>({
    name: 'repairs',
    index,
    termsFor: (limit) => limit,
    pick: async ({ items: hits, hasMore }, { region, prefix, after }) => {
      const rows = (await repairsFound(repairs, region, hits)).filter((row) => {
        // The index is a second behind: what no longer begins so is not what was searched for.
        const matching = repairTerms(row).filter((term) => term.startsWith(prefix));
        return matching.length > 0 && !(after !== undefined && matching.some((term) => byBytes(term, after) <= 0));
      });
      return { rows, last: hasMore ? hits.at(-1) : undefined };
    },
  });
