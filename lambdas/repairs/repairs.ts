import type { StoresStore } from '#lambdas/directory/stores.ts';
import type { Handlers } from '#lambdas/http/serve.ts';
import { findFor, ownerFor } from '#lambdas/records/access.ts';
import { calendars } from '#lambdas/records/calendar.ts';
import type { DeviceHistory } from '#lambdas/records/device.ts';
import { listQueryOf } from '#lambdas/records/list-query.ts';
import { listFor } from '#lambdas/records/list.ts';
import type { RepairRow } from '#lambdas/records/repair.ts';
import { newRepairRow, repairKind } from '#lambdas/records/repair.ts';
import type { SearchIndex } from '#lambdas/records/search.ts';
import { changesByTheStore } from '#lambdas/records/store-changes.ts';
import { storeFor } from '#lambdas/records/store-for.ts';
import { calendarDate } from '#shared/dates.ts';
import type { RegionSettings } from '#shared/env.ts';
import { isRegisterReturnsAllowed } from '#shared/policies.ts';
import { recordKinds } from '#shared/records/record.ts';
import type { RegionId } from '#shared/regions.ts';
import { contentOf, isSameContent } from '#shared/repairs/content.ts';
import { promisesOf } from '#shared/repairs/promises.ts';
import type { repairs as routes } from '#shared/routes/repairs.ts';
import { duePages } from './due.ts';
import { searchRepairs } from './search.ts';
import type { RepairsStore } from './store.ts';

type Collaborators = {
  readonly repairs: RepairsStore;
  readonly search: SearchIndex;
  readonly devices: DeviceHistory;
  readonly stores: Pick<StoresStore, 'find'>;
  readonly settings: Readonly<Record<RegionId, Pick<RegionSettings, 'termsLastUpdated' | 'returnsAvailable'>>>;
};

/** THE handlers of repairs, by route. Who may call them is in the route table. */
export const repairHandlers = ({
  repairs,
  search,
  devices,
  stores,
  settings,
}: Collaborators): Handlers<typeof routes> => {
  const due = duePages(search);
  const todayIn = (region: RegionId, now: Date) => calendarDate(now, calendars[region].timeZone);
  const withPromises = (row: RepairRow, now: Date) => ({
    ...row,
    promises: promisesOf(row.timeline, calendars[row.region], todayIn(row.region, now)),
  });
  const list = listFor({ list: repairs.list, search: searchRepairs(repairs, search) });
  const changes = changesByTheStore(repairKind, repairs);

  return {
    bookRepair: async ({ region, storeId, ...booking }, { caller, now }) => {
      const at = now.toISOString();
      const row = newRepairRow({
        ...booking,
        ...(await storeFor(stores, caller, region, storeId)),
        region,
        createdAt: at,
        createdBy: caller.sub,
        termsAccepted: settings[region].termsLastUpdated,
        version: 1,
        timeline: [{ type: 'booked', at, by: caller.email }],
      });
      return { body: withPromises(await repairs.book(row), now) };
    },

    listRepairs: async (input, { caller, now }) => ({
      body: input.due
        ? await due(listQueryOf(input, caller), input.due, todayIn(input.region, now))
        : await list(input, caller),
    }),

    findRepair: async ({ region, ...identity }, { caller, now }) => ({
      body: withPromises(await findFor(repairs, caller, region, identity), now),
    }),

    findDevice: async ({ region, storeId, serialNumber }, { caller, now }) => {
      const kinds = isRegisterReturnsAllowed(caller, settings[region]) ? recordKinds : (['repairs'] as const);
      const found = await devices.find(ownerFor(caller, region, storeId), kinds, serialNumber);
      return { body: { ...found, repairs: found.repairs.map((row) => withPromises(row, now)) } };
    },

    correctRepair: async ({ region, storeId, storeRefNo, id, version, ...content }, circumstances) => {
      const row = await changes.correct({ region, storeId, storeRefNo, id, version }, circumstances, {
        isDone: (stored) => isSameContent(stored, content),
        corrected: (stored, done) => ({
          entry: { type: 'corrected', ...done, before: contentOf(stored) },
          change: contentOf(content),
        }),
      });
      return { body: withPromises(row, circumstances.now) };
    },

    withdrawRepair: async (asked, circumstances) => ({
      body: withPromises(await changes.withdraw(asked, circumstances), circumstances.now),
    }),
  };
};
