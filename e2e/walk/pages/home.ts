import { paths } from '#shared/api/paths.ts';
import type { PageName } from '#shared/api/paths.ts';
import { repairs } from '#shared/api/routes/repairs.ts';
import { returns } from '#shared/api/routes/returns.ts';
import { stores } from '#shared/api/routes/stores.ts';
import { addAlertToPath } from '#web/ui/alerts.ts';
import { findNewestRecord, now, repairsByRegion } from '../data.ts';
import { createNews } from '../default-responses.ts';
import * as interactions from '../interactions.ts';
import type { Action, Visit, WalkedPage } from '../state.ts';
import { stubResponse, stubPending, stubError } from '../stubbed-responses.ts';
import * as state from './states.ts';

const latestHeading = state.headingLocator((t) => t.repairs.latest.title);
const searchField = ({ page }: Visit) => page.getByRole('searchbox');
/** The bell of the top bar, which a phone shows too. */
const openNews = interactions.click('.bar-news button');
/** Types a prefix shared by many of the store's references. */
const searchCommonPrefix: Action = (visit) =>
  searchField(visit).fill(findNewestRecord(repairsByRegion, visit.place.region).storeRefNo.slice(0, 7));

/** States in which the walk (docs/walk.md) opens Home. */
export const homePages = {
  home: {
    states: {
      filled: {
        storage: state.createDraftStorage(state.draftRepair),
        shows: (visit) =>
          visit.page
            .locator('main', { has: latestHeading(visit) })
            .filter({ hasNotText: visit.t.repairs.list.loading }),
      },
      empty: state.textState(
        (t) => t.repairs.empty.title,
        stubResponse(repairs.listRepairs, state.createEmptyPage),
        stubResponse(returns.listReturns, state.createEmptyPage),
      ),
      invalid: state.noForm,
      loading: state.textState(
        (t) => t.home.attention.loading,
        stubPending(repairs.listRepairs),
        stubPending(returns.listReturns),
      ),
      failed: state.failedState(repairs.listRepairs, returns.listReturns),
      dialog: {
        actions: [({ page, t }) => page.getByRole('link', { name: t.shell.support.link }).click()],
        shows: interactions.dialog,
      },
    },
    moreStates: {
      // The walk opens each page in a wide window, in which the top bar contains the search field.
      found: { actions: [searchCommonPrefix], shows: '.find-results a' },
      'nothing due': state.textState(
        (t) => t.home.attention.nothing,
        stubResponse(repairs.listRepairs, ({ region, query }) => ({
          items: query.has('due') || query.has('state') ? [] : repairsByRegion[region].slice(0, 5),
        })),
        stubResponse(returns.listReturns, state.createEmptyPage),
      ),
      overdue: state.stateAfterActions(
        [],
        '.due.is-late',
        stubResponse(repairs.listRepairs, ({ region, query }) => ({
          items: repairsByRegion[region]
            .filter((repair) => !query.has('state') || repair.state === query.get('state'))
            .filter(({ next }) => next?.promise === 'target' || next?.promise === 'feeAnswer')
            .slice(0, 4)
            .map((repair, index) => ({
              ...repair,
              ...(repair.next && { next: { ...repair.next, by: `2026-11-1${index + 5}` } }),
            })),
        })),
      ),
      'account menu': { actions: [interactions.openUserMenu], shows: interactions.menu },
      news: { actions: [openNews], shows: '.news-panel a' },
      'no news': {
        actions: [openNews],
        shows: state.textLocator((t) => t.news.nothing),
        responses: [stubResponse(stores.showNews, ({ region }) => ({ ...createNews(region), items: [] }))],
      },
      'news failed': {
        actions: [openNews],
        shows: state.textLocator((t) => t.news.failed),
        responses: [stubError(stores.showNews)],
      },
      'no role': { viewer: 'nobody', shows: state.textLocator((t) => t.home.noRole.title) },
      admin: { viewer: 'admin', shows: latestHeading },
      'drafts are parked': {
        storage: state.createDraftStorage(state.draftRepair, state.emptyDraft),
        actions: [({ page }) => page.locator('.parked button').last().click()],
        shows: state.textLocator((t) => t.draft.discardedOne),
      },
      'draft is open elsewhere': {
        storage: state.createDraftStorage(state.draftRepair),
        // The list is updated when the tab gets the focus again.
        actions: [state.holdTabLock, ({ page }) => page.evaluate(() => dispatchEvent(new Event('focus')))],
        shows: state.textLocator((t) => t.draft.openElsewhere),
      },
      message: state.stateAtPath(
        (place) => addAlertToPath(paths.home(place), 'noReturns'),
        state.textLocator((t) => t.moved.noReturns),
      ),
      'session expires soon': {
        storage: ({ region }) => ({ [`session.${region}.until`]: String(now.getTime() + 240_000) }),
        shows: '.session-notice',
      },
      // After 56 minutes without activity, the page warns that the session ends in four minutes.
      idle: {
        actions: [(visit) => latestHeading(visit).waitFor(), interactions.advanceMinutes(56)],
        shows: interactions.dialog,
      },
    },
  },
} as const satisfies Partial<Record<PageName, WalkedPage>>;

const openFind = interactions.click('.find-button');

/** States of the search dialog of the top bar, which has no path of its own. */
export const homeViews = {
  findDialog: {
    path: paths.bookRepair,
    states: {
      filled: { actions: [openFind, searchCommonPrefix], shows: '.find-results a' },
      empty: state.stateAfterActions([openFind, (visit) => searchField(visit).fill('nothing')], ({ page, t }) =>
        page.getByText(t.find.nothing).first(),
      ),
      invalid: state.onlyFilters,
      loading: 'It shows no text while searching.',
      failed: state.stateAfterActions(
        [openFind, (visit) => searchField(visit).fill('1001')],
        ({ page }) => page.getByRole('alert').first(),
        stubError(repairs.listRepairs),
      ),
      dialog: { actions: [openFind], shows: interactions.dialog },
    },
  },
} as const satisfies Record<string, WalkedPage>;
