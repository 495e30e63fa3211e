import { paths } from '#shared/api/paths.ts';
import type { PageName, Place } from '#shared/api/paths.ts';
import { repairs } from '#shared/api/routes/repairs.ts';
import { deviceIn, firstOf, repairsIn } from '../data.ts';
import * as hand from '../interactions.ts';
import type { WalkedPage } from '../state.ts';
import { answers, keepsWaiting, refuses } from '../stubbed-responses.ts';
import { listStates } from './records.ts';
import * as state from './states.ts';

const sendRepair = [hand.typeRepair, hand.press((t) => t.repairs.book.submit)];

const earlierBookingResponse = answers(repairs.bookRepair, ({ region }) => firstOf(repairsIn, region));

const listAt = (query: string) => (place: Place) => `${paths.submittedRepairs(place)}?${query}`;

const deviceResponse = answers(repairs.findDevice, ({ region }) => deviceIn(region));

const bookingResponse = answers(repairs.bookRepair, ({ region }) => ({
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
    states: {
      filled: { acts: [hand.typeRepair], shows: state.says((t) => t.common.complete) },
      empty: state.shown,
      invalid: state.pressed((t) => t.repairs.book.submit, hand.complaint),
      loading: state.after(sendRepair, '.form-bar [aria-disabled=true]', keepsWaiting(repairs.bookRepair)),
      failed: state.complains(sendRepair, refuses(repairs.bookRepair), refuses(repairs.findRepair, 'NotFound')),
      dialog: { acts: [hand.openField('product')], shows: hand.option },
    },
    more: {
      booked: state.after(sendRepair, '.booked', bookingResponse),
      'booked before': state.after(
        sendRepair,
        state.says((t) => t.repairs.book.doneBefore.split('{')[0] ?? ''),
        earlierBookingResponse,
      ),
      admin: { who: 'admin', shows: '[data-field=storeId]' },
      'reference exists': state.complains(sendRepair, refuses(repairs.bookRepair, 'RepairRequestExists')),
      'draft is restored': {
        path: (place) => `${paths.bookRepair(place)}?draft=${state.begunRepair.id}`,
        memory: state.begun(state.begunRepair),
        shows: state.offers((t) => t.draft.discard),
      },
      'drafts are parked': {
        memory: state.begun(state.begunRepair, state.begunBefore),
        shows: '.parked-note-box',
      },
      'draft is open elsewhere': {
        memory: state.begun(state.begunRepair),
        acts: [state.openElsewhere, hand.click('.parked a')],
        shows: state.says((t) => t.draft.elsewhere),
      },
      'session is over': { acts: [hand.typeRepair, hand.wait(61)], shows: '.session-notice' },
      'device is being repaired': state.after(
        [hand.typeRepair],
        state.says((t) => t.devices.history),
        answers(repairs.findDevice, ({ region }) => ({
          repairs: repairsIn[region].filter((repair) => repair.state === 'received').slice(0, 1),
          returns: [],
          hasMore: false,
        })),
      ),
      calendar: { acts: [hand.openField('purchaseDate')], shows: '[data-field=purchaseDate]' },
    },
  },
  submittedRepairs: {
    states: listStates('repairs', repairs.listRepairs),
    more: {
      admin: { who: 'admin', shows: hand.rows },
      'no match': state.at(
        listAt('search=nothing'),
        state.says((t) => t.list.noMatch.title),
      ),
      overdue: state.at(listAt('due=overdue'), hand.rows),
      'parcels not arrived': { who: 'admin', ...state.at(listAt('due=complaint'), hand.rows) },
      'nothing due': {
        path: listAt('due=today'),
        ...state.hasNone(repairs.listRepairs, (t) => t.list.noMatch.title),
      },
      period: state.at(listAt('from=2026-10-01&to=2026-11-18'), hand.rows),
    },
  },
  device: {
    path: (place) => paths.device(place, deviceIn(place.region).repairs[0]?.serialNumber ?? ''),
    states: {
      filled: { answers: [deviceResponse], shows: state.offers((t) => t.devices.print) },
      empty: state.tells((t) => t.devices.none),
      invalid: state.noForm,
      loading: state.waits(repairs.findDevice, (t) => t.devices.loading),
      failed: state.fails(repairs.findDevice),
      dialog: state.noDialog,
    },
    more: {
      many: state.tells(
        (t) => t.devices.many,
        answers(repairs.findDevice, ({ region }) => ({ ...deviceIn(region), hasMore: true })),
      ),
      'of the region': {
        who: 'admin',
        answers: [deviceResponse],
        shows: state.offers((t) => t.devices.print),
      },
    },
  },
  trackRepair: {
    states: {
      filled: {
        path: (place) =>
          paths.trackRepair(place, firstOf(repairsIn, place.region, ({ rma }) => rma !== null).rma ?? ''),
        shows: state.offers((t) => t.track.copy),
      },
      empty: state.shown,
      invalid: 'Any input may be an RMA number.',
      loading: 'Its suggestions load silently.',
      failed: 'Failed suggestions are silently omitted.',
      dialog: { acts: [hand.clickLabel((t) => t.track.rma)], shows: hand.option },
    },
  },
} as const satisfies Partial<Record<PageName, WalkedPage>>;
