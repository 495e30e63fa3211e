import { paths } from '#shared/api/paths.ts';
import type { PageName, Place } from '#shared/api/paths.ts';
import { repairs } from '#shared/api/routes/repairs.ts';
import { buildRepairContent } from '#shared/testing/repair.ts';
import { createDevice, findNewestRecord, repairsByRegion } from '../data.ts';
import * as interactions from '../interactions.ts';
import type { WalkedPage } from '../state.ts';
import { stubResponse, stubPending, stubError } from '../stubbed-responses.ts';
import { listStates } from './records.ts';
import * as state from './states.ts';

const sendRepair = [interactions.typeRepair, interactions.press((t) => t.repairs.book.submit)];

const earlierBookingResponse = stubResponse(repairs.bookRepair, ({ region }) =>
  findNewestRecord(repairsByRegion, region),
);

const listAt = (query: string) => (place: Place) => `${paths.submittedRepairs(place)}?${query}`;

const deviceResponse = stubResponse(repairs.findDevice, ({ region }) => createDevice(region));

const bookingResponse = stubResponse(repairs.bookRepair, ({ region }) => ({
  ...findNewestRecord(repairsByRegion, region),
  ...buildRepairContent({ product: 'switch-2', serialNumber: 'HAW10012345678', purchaseDate: '2026-01-15' }),
  storeRefNo: '1001-0033',
}));

/** States in which the walk (docs/walk.md) opens the pages for booking, listing and tracking repairs. */
export const repairPages = {
  bookRepair: {
    states: {
      filled: { actions: [interactions.typeRepair], shows: state.textLocator((t) => t.common.complete) },
      empty: state.defaultState,
      invalid: state.stateAfterPress((t) => t.repairs.book.submit, interactions.formErrors),
      loading: state.stateAfterActions(sendRepair, '.form-bar [aria-disabled=true]', stubPending(repairs.bookRepair)),
      failed: state.formErrorState(
        sendRepair,
        stubError(repairs.bookRepair),
        stubError(repairs.findRepair, 'NotFound'),
      ),
      dialog: { actions: [interactions.openField('product')], shows: interactions.option },
    },
    moreStates: {
      booked: state.stateAfterActions(sendRepair, '.booked', bookingResponse),
      'booked before': state.stateAfterActions(
        sendRepair,
        state.textLocator((t) => t.repairs.book.doneBefore.split('{')[0] ?? ''),
        earlierBookingResponse,
      ),
      admin: { viewer: 'admin', shows: '[data-field=storeId]' },
      'reference exists': state.formErrorState(sendRepair, stubError(repairs.bookRepair, 'RepairRequestExists')),
      'draft is restored': {
        path: (place) => `${paths.bookRepair(place)}?draft=${state.draftRepair.id}`,
        storage: state.createDraftStorage(state.draftRepair),
        shows: state.buttonLocator((t) => t.draft.discard),
      },
      'drafts are parked': {
        storage: state.createDraftStorage(state.draftRepair, state.emptyDraft),
        shows: '.parked-note-box',
      },
      'draft is open elsewhere': {
        storage: state.createDraftStorage(state.draftRepair),
        actions: [state.holdTabLock, interactions.click('.parked a')],
        shows: state.textLocator((t) => t.draft.elsewhere),
      },
      'session has expired': {
        actions: [interactions.typeRepair, interactions.advanceMinutes(61)],
        shows: '.session-notice',
      },
      'device is being repaired': state.stateAfterActions(
        [interactions.typeRepair],
        state.textLocator((t) => t.devices.history),
        stubResponse(repairs.findDevice, ({ region }) => ({
          repairs: repairsByRegion[region].filter((repair) => repair.state === 'received').slice(0, 1),
          returns: [],
          hasMore: false,
        })),
      ),
      calendar: { actions: [interactions.openField('purchaseDate')], shows: '[data-field=purchaseDate]' },
      'code fits no field': state.stateAfterActions(
        [({ page }) => page.locator('[data-field=issue] button').first().focus(), interactions.scan('SOME-CODE-1')],
        '.scan-choices button',
      ),
      'list of keys': { actions: [interactions.click('.scan-tools button:last-child')], shows: interactions.dialog },
    },
  },
  submittedRepairs: {
    states: listStates('repairs', repairs.listRepairs),
    moreStates: {
      admin: { viewer: 'admin', shows: interactions.firstRow },
      'no match': state.stateAtPath(
        listAt('search=nothing'),
        state.textLocator((t) => t.list.noMatch.title),
      ),
      overdue: state.stateAtPath(listAt('due=overdue'), interactions.firstRow),
      'parcels not arrived': { viewer: 'admin', ...state.stateAtPath(listAt('due=complaint'), interactions.firstRow) },
      'nothing due': {
        path: listAt('due=today'),
        ...state.emptyState(repairs.listRepairs, (t) => t.list.noMatch.title),
      },
      period: state.stateAtPath(listAt('from=2026-10-01&to=2026-11-18'), interactions.firstRow),
    },
  },
  device: {
    path: (place) => paths.device(place, createDevice(place.region).repairs[0]?.serialNumber ?? ''),
    states: {
      filled: { responses: [deviceResponse], shows: state.buttonLocator((t) => t.devices.print) },
      empty: state.textState((t) => t.devices.none),
      invalid: state.noForm,
      loading: state.loadingState(repairs.findDevice, (t) => t.devices.loading),
      failed: state.failedState(repairs.findDevice),
      dialog: state.noDialog,
    },
    moreStates: {
      many: state.textState(
        (t) => t.devices.many,
        stubResponse(repairs.findDevice, ({ region }) => ({ ...createDevice(region), hasMore: true })),
      ),
      'device for an admin': {
        viewer: 'admin',
        responses: [deviceResponse],
        shows: state.buttonLocator((t) => t.devices.print),
      },
    },
  },
  trackRepair: {
    states: {
      filled: {
        path: (place) =>
          paths.trackRepair(
            place,
            findNewestRecord(repairsByRegion, place.region, ({ rma }) => rma !== null).rma ?? '',
          ),
        shows: state.buttonLocator((t) => t.track.copy),
      },
      empty: state.defaultState,
      invalid: 'Any input may be an RMA number.',
      loading: 'Its suggestions load silently.',
      failed: 'Failed suggestions are silently omitted.',
      dialog: { actions: [interactions.clickLabel((t) => t.track.rma)], shows: interactions.option },
    },
  },
} as const satisfies Partial<Record<PageName, WalkedPage>>;
