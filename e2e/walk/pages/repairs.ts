import { paths } from '#shared/paths.ts';
import type { PageName, Place } from '#shared/paths.ts';
import { repairs } from '#shared/routes/repairs.ts';
import { answers, keepsWaiting, refuses } from '../answers.ts';
import { deviceIn, firstOf, repairsIn } from '../data.ts';
import * as hand from '../hands.ts';
import type { Visit, WalkedPage } from '../state.ts';
import {
  begun,
  begunBefore,
  begunRepair,
  complains,
  noDialog,
  noForm,
  nothing,
  offers,
  openElsewhere,
  pressed,
  says,
  shown,
  tells,
  textsOf,
  waits,
} from './common.ts';
import { listStates } from './records.ts';

const sendRepair = async (visit: Visit) => {
  await hand.typeRepair(visit);
  await hand.press(visit, textsOf(visit).repairs.book.submit);
};

const bookedBefore = answers(repairs.bookRepair, ({ region }) => firstOf(repairsIn, region));

const listAt = (query: string) => (place: Place) => `${paths.submittedRepairs(place)}?${query}`;

const history = answers(repairs.findDevice, ({ region }) => deviceIn(region));

const booked = answers(repairs.bookRepair, ({ region }) => ({
  ...firstOf(repairsIn, region),
  product: 'switch-2',
  isOnlyAccessories: false,
  accessories: [],
  issue: 'screenDefect' as const,
  serialNumber: 'HAW10012345678',
  purchaseDate: '2026-01-15',
  storeRefNo: '1001-0033',
  detailedDescription: '',
}));

export const repairPages = {
  bookRepair: {
    who: 'staff',
    path: paths.bookRepair,
    states: {
      filled: { act: hand.typeRepair, shows: says((t) => t.common.complete) },
      empty: shown,
      invalid: pressed((t) => t.repairs.book.submit, hand.complaint),
      loading: {
        answers: [keepsWaiting(repairs.bookRepair)],
        act: sendRepair,
        shows: ({ page }) => page.locator('.form-bar [aria-disabled=true]'),
      },
      failed: complains(sendRepair, refuses(repairs.bookRepair), refuses(repairs.findRepair, 'NotFound')),
      dialog: {
        act: ({ page }) => page.locator('[data-field=product]').getByRole('button').first().click(),
        shows: ({ page }) => page.getByRole('option').first(),
      },
    },
    more: {
      booked: {
        answers: [booked],
        act: sendRepair,
        shows: ({ page }) => page.locator('.booked'),
      },
      'booked before': {
        answers: [bookedBefore],
        act: sendRepair,
        shows: (visit) => hand.text(visit, textsOf(visit).repairs.book.doneBefore.split('{')[0] ?? ''),
      },
      admin: { who: 'admin', shows: ({ page }) => page.locator('[data-field=storeId]') },
      'reference exists': complains(sendRepair, refuses(repairs.bookRepair, 'RepairRequestExists')),
      'draft is restored': {
        path: (place) => `${paths.bookRepair(place)}?draft=${begunRepair.id}`,
        memory: begun(begunRepair),
        shows: offers((t) => t.draft.discard),
      },
      'drafts are parked': {
        memory: begun(begunRepair, begunBefore),
        shows: ({ page }) => page.locator('.parked-note-box'),
      },
      'draft is open elsewhere': {
        memory: begun(begunRepair),
        act: async (visit) => {
          const link = visit.page.locator('.parked a');
          await link.waitFor();
          await openElsewhere(visit, begunRepair);
          await link.click();
        },
        shows: says((t) => t.draft.elsewhere),
      },
      'session is over': {
        act: async (visit) => {
          await hand.typeRepair(visit);
          await hand.wait(visit, 61);
        },
        shows: ({ page }) => page.locator('.session-notice'),
      },
      'device is being repaired': {
        answers: [
          answers(repairs.findDevice, ({ region }) => ({
            repairs: repairsIn[region].filter(({ state }) => state === 'received').slice(0, 1),
            returns: [],
            hasMore: false,
          })),
        ],
        act: hand.typeRepair,
        shows: says((t) => t.devices.history),
      },
      calendar: {
        act: ({ page }) => page.locator('[data-field=purchaseDate]').getByRole('button').first().click(),
        shows: ({ page }) => page.locator('[data-field=purchaseDate]'),
      },
    },
  },
  submittedRepairs: {
    who: 'staff',
    path: paths.submittedRepairs,
    states: listStates('repairs', repairs.listRepairs),
    more: {
      admin: { who: 'admin', shows: hand.rows },
      'no match': {
        path: listAt('search=nothing'),
        shows: says((t) => t.list.noMatch.title),
      },
      overdue: {
        path: listAt('due=overdue'),
        shows: hand.rows,
      },
      'parcels not arrived': {
        who: 'admin',
        path: listAt('due=complaint'),
        shows: hand.rows,
      },
      'nothing due': {
        path: listAt('due=today'),
        answers: [answers(repairs.listRepairs, nothing)],
        shows: says((t) => t.list.noMatch.title),
      },
      period: {
        path: listAt('from=2026-10-01&to=2026-11-18'),
        shows: hand.rows,
      },
    },
  },
  device: {
    who: 'staff',
    path: (place) => paths.device(place, deviceIn(place.region).repairs[0]?.serialNumber ?? ''),
    states: {
      filled: { answers: [history], shows: offers((t) => t.devices.print) },
      empty: tells((t) => t.devices.none),
      invalid: noForm,
      loading: waits(repairs.findDevice, (t) => t.devices.loading),
      failed: { answers: [refuses(repairs.findDevice)], shows: hand.alert },
      dialog: noDialog,
    },
    more: {
      many: tells(
        (t) => t.devices.many,
        answers(repairs.findDevice, ({ region }) => ({ ...deviceIn(region), hasMore: true })),
      ),
      'of the region': {
        who: 'admin',
        answers: [history],
        shows: offers((t) => t.devices.print),
      },
    },
  },
  trackRepair: {
    who: 'staff',
    path: paths.trackRepair,
    states: {
      filled: {
        path: (place) =>
          paths.trackRepair(place, firstOf(repairsIn, place.region, ({ rma }) => rma !== null).rma ?? ''),
        shows: offers((t) => t.track.copy),
      },
      empty: shown,
      invalid: 'Whatever is typed may be an RMA number.',
      loading: 'What it offers to pick from comes without a word.',
      failed: 'What it offers to pick from stays away without a word.',
      dialog: {
        act: (visit) => visit.page.getByLabel(textsOf(visit).track.rma, { exact: true }).click(),
        shows: ({ page }) => page.getByRole('option').first(),
      },
    },
  },
} as const satisfies Partial<Record<PageName, WalkedPage>>;
