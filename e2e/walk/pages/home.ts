import { paths } from '#shared/paths.ts';
import type { PageName } from '#shared/paths.ts';
import { repairs } from '#shared/routes/repairs.ts';
import { returns } from '#shared/routes/returns.ts';
import { ownName } from '#web/browser/memory.ts';
import { withAlert } from '#web/ui/alerts.ts';
import { answers, keepsWaiting, refuses } from '../answers.ts';
import { firstOf, now, repairsIn } from '../data.ts';
import * as hand from '../hands.ts';
import type { Visit, WalkedPage } from '../state.ts';
import {
  begun,
  begunBefore,
  begunRepair,
  commonBeginning,
  noForm,
  nothing,
  onlyFilters,
  openElsewhere,
  says,
  tells,
  textsOf,
  userIn,
} from './common.ts';

export const homePages = {
  home: {
    who: 'staff',
    path: paths.home,
    states: {
      filled: {
        memory: (place) => {
          const reported = firstOf(repairsIn, place.region, ({ state }) => state === 'dispatched');
          return {
            ...begun(begunRepair)(place),
            [ownName('seenStates', userIn(place))]: JSON.stringify({ [reported.id]: 'received' }),
          };
        },
        shows: (visit) =>
          visit.page
            .locator('main', { has: visit.page.getByRole('heading', { name: textsOf(visit).repairs.latest.title }) })
            .filter({ hasNotText: textsOf(visit).repairs.list.loading }),
      },
      empty: tells(
        (t) => t.repairs.empty.title,
        answers(repairs.listRepairs, nothing),
        answers(returns.listReturns, nothing),
      ),
      invalid: noForm,
      loading: tells(
        (t) => t.home.attention.loading,
        keepsWaiting(repairs.listRepairs),
        keepsWaiting(returns.listReturns),
      ),
      failed: { answers: [refuses(repairs.listRepairs), refuses(returns.listReturns)], shows: hand.alert },
      dialog: {
        act: (visit) => visit.page.getByRole('link', { name: textsOf(visit).shell.support.link }).click(),
        shows: hand.dialog,
      },
    },
    more: {
      found: {
        // A page opens in a wide window, whose bar has the field.
        act: (visit) => visit.page.getByRole('searchbox').fill(commonBeginning(visit)),
        shows: ({ page }) => page.locator('.find-results a').first(),
      },
      'nothing due': {
        answers: [
          answers(repairs.listRepairs, ({ region, query }) => ({
            items: query.has('due') || query.has('state') ? [] : repairsIn[region].slice(0, 5),
          })),
          answers(returns.listReturns, nothing),
        ],
        shows: says((t) => t.home.attention.nothing),
      },
      overdue: {
        answers: [
          answers(repairs.listRepairs, ({ region, query }) => ({
            items: repairsIn[region]
              .filter(({ state }) => !query.has('state') || state === query.get('state'))
              .filter(({ next }) => next?.promise === 'target' || next?.promise === 'feeAnswer')
              .slice(0, 4)
              .map((repair, at) => ({
                ...repair,
                ...(repair.next && { next: { ...repair.next, by: `2026-11-1${at + 5}` } }),
              })),
          })),
        ],
        shows: ({ page }) => page.locator('.due.is-late').first(),
      },
      'account menu': { act: hand.openAccount, shows: hand.languages },
      'no role': { who: 'nobody', shows: says((t) => t.home.noRole.title) },
      admin: {
        who: 'admin',
        shows: (visit) => visit.page.getByRole('heading', { name: textsOf(visit).repairs.latest.title }),
      },
      'drafts are parked': {
        memory: begun(begunRepair, begunBefore),
        act: (visit) => visit.page.locator('.parked button').last().click(),
        shows: says((t) => t.draft.discardedOne),
      },
      'draft is open elsewhere': {
        memory: begun(begunRepair),
        act: async (visit) => {
          await visit.page.locator('.parked a').waitFor();
          await openElsewhere(visit, begunRepair);
          // Whoever comes back to this tab is told.
          await visit.page.evaluate(() => dispatchEvent(new Event('focus')));
        },
        shows: says((t) => t.draft.openElsewhere),
      },
      message: {
        path: (place) => withAlert(paths.home(place), 'noReturns'),
        shows: says((t) => t.moved.noReturns),
      },
      'session ends': {
        memory: ({ region }) => ({ [`session.${region}.until`]: String(now.getTime() + 240_000) }),
        shows: ({ page }) => page.locator('.session-notice'),
      },
      idle: {
        act: async (visit) => {
          await visit.page.getByRole('heading', { name: textsOf(visit).repairs.latest.title }).waitFor();
          await hand.wait(visit, 56);
        },
        shows: hand.dialog,
      },
    },
  },
} as const satisfies Partial<Record<PageName, WalkedPage>>;

const lookFor = async ({ page }: Visit, words: string) => {
  await page.locator('.find-button').click();
  await page.getByRole('searchbox').fill(words);
};

export const homeViews = {
  findDialog: {
    who: 'staff',
    path: paths.bookRepair,
    states: {
      filled: {
        act: (visit) => lookFor(visit, commonBeginning(visit)),
        shows: ({ page }) => page.locator('.find-results a').first(),
      },
      empty: {
        act: (visit) => lookFor(visit, 'nothing'),
        shows: (visit) => visit.page.getByText(textsOf(visit).find.nothing).first(),
      },
      invalid: onlyFilters,
      loading: 'It says nothing while it looks.',
      failed: {
        answers: [refuses(repairs.listRepairs)],
        act: (visit) => lookFor(visit, '1001'),
        shows: ({ page }) => page.getByRole('alert').first(),
      },
      dialog: { act: ({ page }) => page.locator('.find-button').click(), shows: hand.dialog },
    },
  },
} as const satisfies Record<string, WalkedPage>;
