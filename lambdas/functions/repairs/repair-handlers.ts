import type { Handlers } from '#lambdas/lib/http/serve.ts';
import { findAccessibleRecord, toOwner, requireStoreAccess, resolveStore } from '#lambdas/lib/records/access.ts';
import type { DeviceHistory } from '#lambdas/lib/records/device-history.ts';
import { toDueRange } from '#lambdas/lib/records/due-range.ts';
import {
  toListQuery,
  createListHandler,
  createInvalidCursorError,
  searchCursor,
} from '#lambdas/lib/records/list-records.ts';
import type { ListQuery } from '#lambdas/lib/records/list-records.ts';
import { createRecordChanges } from '#lambdas/lib/records/record-changes.ts';
import type { RecordKey } from '#lambdas/lib/records/record-kind.ts';
import { buildRepairRow, repairKind, buildRepairTerms } from '#lambdas/lib/records/repair.ts';
import type { RepairRow, RepairIndexRow } from '#lambdas/lib/records/repair.ts';
import type { SearchIndex, SearchHit } from '#lambdas/lib/records/search.ts';
import { compareBytes, createSearch } from '#lambdas/lib/records/search.ts';
import type { StoresStore } from '#lambdas/lib/users/stores.ts';
import { canRegisterReturns } from '#shared/api/policies.ts';
import type { repairs as routes } from '#shared/api/routes/repairs.ts';
import type { RegionSettings } from '#shared/config/env.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { calendars } from '#shared/dates/calendars.ts';
import { toCalendarDate } from '#shared/dates/dates.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { recordKinds } from '#shared/records/record.ts';
import { toSearchOwner } from '#shared/records/search.ts';
import { pickRepairContent, isSameContent } from '#shared/repairs/content.ts';
import { calculateDeadlines } from '#shared/repairs/deadlines.ts';
import type { DeadlineFilter } from '#shared/repairs/deadlines.ts';
import type { RepairState } from '#shared/repairs/lifecycle.ts';
import { toStoreKey } from '#shared/stores/stores.ts';
import type { RepairsStore } from './repairs-store.ts';

type Summaries = Pick<RepairsStore, 'readSummaries'>;

const toKeyText = ({ store, reference }: RecordKey) => `${store}/${reference}`;

/** Reads the repairs of the hits, each once, in the order of the hits. */
const readRepairs = async (repairs: Summaries, region: RegionId, hits: readonly SearchHit[]) => {
  const keyByKeyText = new Map(
    hits.map(({ store, reference }) => [toKeyText({ store, reference }), { store, reference }]),
  );
  const rows = await repairs.readSummaries([...keyByKeyText.values()]);
  const rowByKeyText = new Map(
    rows.map((row) => [toKeyText({ store: toStoreKey(region, row.storeId), reference: row.reference }), row]),
  );
  return [...keyByKeyText.keys()].flatMap((keyText) => rowByKeyText.get(keyText) ?? []);
};

const createRepairSearch = (repairs: Summaries, index: Pick<SearchIndex, 'find'>) =>
  createSearch<RepairState, SearchHit, RepairIndexRow>({
    name: 'repairs',
    index,
    // A page has at most `limit` terms, so it has fewer repairs if some of them have several matching terms.
    toTermLimit: (limit) => limit,
    pickRecords: async ({ items: hits, hasMore }, { region, isMatch, after: afterTerm }) => {
      const rows = (await readRepairs(repairs, region, hits)).filter((row) => {
        // The index is updated about a second after the records, so a corrected repair may no longer match.
        const matchingTerms = buildRepairTerms(row).filter(isMatch);
        const wasOnEarlierPage =
          afterTerm !== undefined && matchingTerms.some((term) => compareBytes(term, afterTerm) <= 0);
        return matchingTerms.length > 0 && !wasOnEarlierPage;
      });
      return { rows, last: hasMore ? hits.at(-1) : undefined };
    },
  });

/** Creates a function that returns a page of repairs by deadline, soonest first, with one Query. The index is updated about a second after the records. `today` is the region's date. Throws InvalidParameterException for an invalid cursor. */
const createDueLister =
  (index: Pick<SearchIndex, 'findBetween'>) =>
  async (
    { owner: { region, storeId }, limit, cursor, scope }: ListQuery<RepairState>,
    due: DeadlineFilter,
    today: CalendarDate,
  ) => {
    const [from, to] = toDueRange(due, today);
    const afterTerm = cursor === undefined ? undefined : searchCursor.decode(scope, cursor).term;
    // DynamoDB rejects a start key outside the key condition, and the range of yesterday's cursor has moved.
    if (afterTerm !== undefined && (compareBytes(afterTerm, from) < 0 || compareBytes(afterTerm, to) > 0))
      throw createInvalidCursorError();
    const { items, hasMore } = await index.findBetween(
      toSearchOwner('repairs', region, storeId),
      from,
      to,
      limit,
      afterTerm,
    );
    const last = items.at(-1);
    return {
      items: items.map(({ summary }) => repairKind.parseIndexRow(summary)),
      ...(hasMore && last && { cursor: searchCursor.encode(scope, last) }),
    };
  };

type Collaborators = {
  readonly repairs: RepairsStore;
  readonly search: SearchIndex;
  readonly devices: DeviceHistory;
  readonly stores: Pick<StoresStore, 'findMatching'>;
  readonly settings: Readonly<Record<RegionId, Pick<RegionSettings, 'termsLastUpdated' | 'returnsAvailable'>>>;
};

export const createRepairHandlers = (collaborators: Collaborators): Handlers<typeof routes> => {
  const { repairs, search, devices, stores, settings } = collaborators;
  const listDue = createDueLister(search);
  const findToday = (region: RegionId, now: Date) => toCalendarDate(now, calendars[region].timeZone);
  const addDeadlines = (row: RepairRow, now: Date) => ({
    // Recalculates `next`, because the stored one is outdated after a change of rules or holidays.
    ...repairKind.withDerivedFields(row),
    promises: calculateDeadlines(row.timeline, calendars[row.region], findToday(row.region, now)),
  });
  const list = createListHandler({ list: repairs.list, search: createRepairSearch(repairs, search) });
  const changes = createRecordChanges(repairKind, repairs);

  return {
    bookRepair: async ({ region, storeId, ...booking }, { caller, now }) => {
      const bookedAt = now.toISOString();
      const row = buildRepairRow({
        ...booking,
        ...(await resolveStore(stores, caller, region, storeId)),
        region,
        createdAt: bookedAt,
        createdBy: caller.sub,
        termsAccepted: settings[region].termsLastUpdated,
        version: 1,
        timeline: [{ type: 'booked', at: bookedAt, by: caller.email }],
      });
      const bookedRow = await repairs.book(row);
      requireStoreAccess(caller, bookedRow);
      return { body: addDeadlines(bookedRow, now) };
    },

    listRepairs: async (input, { caller, now }) => ({
      body: input.due
        ? await listDue(toListQuery(input, caller), input.due, findToday(input.region, now))
        : await list(input, caller),
    }),

    findRepair: async ({ region, ...identity }, { caller, now }) => ({
      body: addDeadlines(await findAccessibleRecord(repairs, caller, region, identity), now),
    }),

    findDevice: async ({ region, storeId, serialNumber }, { caller, now }) => {
      const kinds = canRegisterReturns(caller, settings[region]) ? recordKinds : (['repairs'] as const);
      const history = await devices.find(toOwner(caller, region, storeId), kinds, serialNumber);
      return { body: { ...history, repairs: history.repairs.map((row) => addDeadlines(row, now)) } };
    },

    correctRepair: async ({ region, storeId, storeRefNo, id, version, ...content }, context) => {
      const row = await changes.correct({ region, storeId, storeRefNo, id, version }, context, {
        isApplied: (current) => isSameContent(current, content),
        apply: (current, stamp) => ({
          entry: { type: 'corrected', ...stamp, before: pickRepairContent(current) },
          change: pickRepairContent(content),
        }),
      });
      return { body: addDeadlines(row, context.now) };
    },

    withdrawRepair: async (input, context) => ({
      body: addDeadlines(await changes.withdraw(input, context), context.now),
    }),
  };
};
