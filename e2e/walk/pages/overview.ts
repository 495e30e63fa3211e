import { demoStores } from '#scripts/demo/accounts.ts';
import { paths } from '#shared/api/paths.ts';
import type { PageName } from '#shared/api/paths.ts';
import { stores } from '#shared/api/routes/stores.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { createByRegion } from '#shared/config/regions.ts';
import { addDays } from '#shared/dates/dates.ts';
import type { Overview, Week } from '#shared/statistics/overview.ts';
import * as interactions from '../interactions.ts';
import type { WalkedPage } from '../state.ts';
import { stubPending, stubResponse } from '../stubbed-responses.ts';
import * as state from './states.ts';

const createWeeks = (base: number): Week[] =>
  Array.from({ length: 52 }, (_, index) => ({
    monday: addDays('2025-12-29', 7 * index),
    ...(index < 47 && { count: base + ((index * 7) % 5) }),
    countBefore: base + ((index * 3) % 4),
  }));

const createOverview = (region: RegionId): Overview => ({
  today: '2026-11-20',
  repairs: {
    weeks: createWeeks(6),
    open: [
      { state: 'submitted', count: 34, late: 2 },
      { state: 'registered', count: 21, late: 0 },
      { state: 'confirmed', count: 18, late: 0 },
      { state: 'received', count: 52, late: 9 },
      { state: 'assessed', count: 31, late: 6 },
      { state: 'quoted', count: 14, late: 0 },
      { state: 'repaired', count: 9, late: 0 },
    ],
    products: [
      { key: 'switch-2', count: 120 },
      { key: 'switch-oled', count: 80 },
      { key: 'switch-lite', count: 33 },
    ],
    issues: [
      { key: 'screenDefect', count: 140 },
      { key: 'gameReadingError', count: 60 },
      { key: 'otherProblems', count: 33 },
    ],
    turnaround: {
      total: {
        rma: { half: 0, nineOfTen: 1, count: 233 },
        receipt: { half: 3, nineOfTen: 5, count: 200 },
        dispatch: { half: 9, nineOfTen: 15, count: 180 },
        repair: { half: 7, nineOfTen: 12, count: 180 },
      },
      months: Array.from({ length: 11 }, (_, index) => ({
        month: `2026-${String(index + 1).padStart(2, '0')}`,
        repair: { half: 6 + (index % 3), nineOfTen: 10 + (index % 5), count: 16 },
      })),
    },
    returnedUnrepaired: 12,
  },
  returns: { weeks: createWeeks(2) },
  stores: demoStores[region].map(({ id, name }, index) => ({
    storeId: id,
    storeName: name,
    repairs: 412 - 100 * index,
    returns: 90 + index,
    open: 14,
    late: 3 * index,
    repair: { half: 7, nineOfTen: 9 + 5 * index, count: 300 },
  })),
});

const overviews = createByRegion(createOverview);
const overviewResponse = stubResponse(stores.showOverview, ({ region }) => overviews[region]);
const storeResponse = stubResponse(stores.showOverview, ({ region }) => {
  const { stores: _, ...overview } = overviews[region];
  return overview;
});
const emptyResponse = stubResponse(stores.showOverview, ({ region }) => ({
  today: overviews[region].today,
  repairs: {
    weeks: [],
    open: [],
    products: [],
    issues: [],
    turnaround: { total: {}, months: [] },
    returnedUnrepaired: 0,
  },
}));

const figures = '.overview-figures';

/** States in which the walk (docs/walk.md) opens the overview. */
export const overviewPages = {
  overview: {
    viewer: 'admin',
    states: {
      filled: { responses: [overviewResponse], shows: figures },
      empty: { responses: [emptyResponse], shows: '.empty-state' },
      invalid: state.onlyFilters,
      loading: state.stateAfterActions([], '.overview[aria-busy=true]', stubPending(stores.showOverview)),
      failed: state.failedState(stores.showOverview),
      dialog: {
        responses: [overviewResponse],
        actions: [interactions.click('.overview-filters button')],
        shows: interactions.option,
      },
    },
    moreStates: {
      'one store': {
        responses: [storeResponse],
        path: (place) => `${paths.overview(place)}?storeId=${demoStores[place.region][0].id}`,
        shows: figures,
      },
      staff: { viewer: 'staff', responses: [storeResponse], shows: figures },
      tables: {
        responses: [overviewResponse],
        actions: [
          async ({ page }) => {
            await page.locator(figures).waitFor();
            for (const button of await page.locator('.overview-table-button').all()) await button.click();
          },
        ],
        shows: `${figures} table`,
      },
    },
  },
} as const satisfies Partial<Record<PageName, WalkedPage>>;
