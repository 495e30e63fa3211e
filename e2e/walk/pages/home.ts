import { paths } from '#shared/api/paths.ts';
import type { PageName } from '#shared/api/paths.ts';
import { repairs } from '#shared/api/routes/repairs.ts';
import { returns } from '#shared/api/routes/returns.ts';
import { ownName } from '#web/browser/memory.ts';
import { withAlert } from '#web/ui/alerts.ts';
import { firstOf, now, repairsIn } from '../data.ts';
import * as hand from '../interactions.ts';
import type { Act, Visit, WalkedPage } from '../state.ts';
import { answers, keepsWaiting, refuses } from '../stubbed-responses.ts';
import * as state from './states.ts';

const latestHeading = state.headed((t) => t.repairs.latest.title);
const searchField = ({ page }: Visit) => page.getByRole('searchbox');
/** Types a prefix shared by many of the store's references. */
const searchMany: Act = (visit) =>
  searchField(visit).fill(firstOf(repairsIn, visit.place.region).storeRefNo.slice(0, 7));

export const homePages = {
  home: {
    states: {
      filled: {
        memory: (place) => {
          const dispatchedRepair = firstOf(repairsIn, place.region, ({ state: found }) => found === 'dispatched');
          return {
            ...state.begun(state.begunRepair)(place),
            [ownName('seenStates', state.userIn(place))]: JSON.stringify({ [dispatchedRepair.id]: 'received' }),
          };
        },
        shows: (visit) =>
          visit.page
            .locator('main', { has: latestHeading(visit) })
            .filter({ hasNotText: visit.t.repairs.list.loading }),
      },
      empty: state.tells(
        (t) => t.repairs.empty.title,
        answers(repairs.listRepairs, state.nothing),
        answers(returns.listReturns, state.nothing),
      ),
      invalid: state.noForm,
      loading: state.tells(
        (t) => t.home.attention.loading,
        keepsWaiting(repairs.listRepairs),
        keepsWaiting(returns.listReturns),
      ),
      failed: state.fails(repairs.listRepairs, returns.listReturns),
      dialog: {
        acts: [({ page, t }) => page.getByRole('link', { name: t.shell.support.link }).click()],
        shows: hand.dialog,
      },
    },
    more: {
      // Pages open in a wide window, whose bar contains the search field.
      found: { acts: [searchMany], shows: '.find-results a' },
      'nothing due': state.tells(
        (t) => t.home.attention.nothing,
        answers(repairs.listRepairs, ({ region, query }) => ({
          items: query.has('due') || query.has('state') ? [] : repairsIn[region].slice(0, 5),
        })),
        answers(returns.listReturns, state.nothing),
      ),
      overdue: state.after(
        [],
        '.due.is-late',
        answers(repairs.listRepairs, ({ region, query }) => ({
          items: repairsIn[region]
            .filter((repair) => !query.has('state') || repair.state === query.get('state'))
            .filter(({ next }) => next?.promise === 'target' || next?.promise === 'feeAnswer')
            .slice(0, 4)
            .map((repair, index) => ({
              ...repair,
              ...(repair.next && { next: { ...repair.next, by: `2026-11-1${index + 5}` } }),
            })),
        })),
      ),
      'account menu': { acts: [hand.openAccount], shows: hand.menu },
      'no role': { who: 'nobody', shows: state.says((t) => t.home.noRole.title) },
      admin: { who: 'admin', shows: latestHeading },
      'drafts are parked': {
        memory: state.begun(state.begunRepair, state.begunBefore),
        acts: [({ page }) => page.locator('.parked button').last().click()],
        shows: state.says((t) => t.draft.discardedOne),
      },
      'draft is open elsewhere': {
        memory: state.begun(state.begunRepair),
        // The list is updated when the tab gets the focus again.
        acts: [state.openElsewhere, ({ page }) => page.evaluate(() => dispatchEvent(new Event('focus')))],
        shows: state.says((t) => t.draft.openElsewhere),
      },
      message: state.at(
        (place) => withAlert(paths.home(place), 'noReturns'),
        state.says((t) => t.moved.noReturns),
      ),
      'session ends': {
        memory: ({ region }) => ({ [`session.${region}.until`]: String(now.getTime() + 240_000) }),
        shows: '.session-notice',
      },
      idle: { acts: [(visit) => latestHeading(visit).waitFor(), hand.wait(56)], shows: hand.dialog },
    },
  },
} as const satisfies Partial<Record<PageName, WalkedPage>>;

const openFind = hand.click('.find-button');

export const homeViews = {
  findDialog: {
    path: paths.bookRepair,
    states: {
      filled: { acts: [openFind, searchMany], shows: '.find-results a' },
      empty: state.after([openFind, (visit) => searchField(visit).fill('nothing')], ({ page, t }) =>
        page.getByText(t.find.nothing).first(),
      ),
      invalid: state.onlyFilters,
      loading: 'It shows no text while searching.',
      failed: state.after(
        [openFind, (visit) => searchField(visit).fill('1001')],
        ({ page }) => page.getByRole('alert').first(),
        refuses(repairs.listRepairs),
      ),
      dialog: { acts: [openFind], shows: hand.dialog },
    },
  },
} as const satisfies Record<string, WalkedPage>;
