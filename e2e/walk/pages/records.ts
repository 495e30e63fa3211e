import type { ErrorCode } from '#shared/api/errors.ts';
import type { Place } from '#shared/api/paths.ts';
import type { repairs } from '#shared/api/routes/repairs.ts';
import type { returns } from '#shared/api/routes/returns.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { now } from '../data.ts';
import * as interactions from '../interactions.ts';
import { stubError } from '../stubbed-responses.ts';
import * as state from './states.ts';

type Name = 'repairs' | 'returns';

/** A change by another staff member of the store, a minute ago. */
export const createColleagueChange = (region: RegionId) => ({
  at: new Date(now.getTime() - 60_000).toISOString(),
  by: `both@${region}.example`,
});

export const listStates = (name: Name, route: typeof repairs.listRepairs | typeof returns.listReturns) => ({
  filled: { shows: interactions.rows },
  empty: state.emptyState(route, (t) => t[name].empty.title),
  invalid: state.onlyFilters,
  loading: state.loadingState(route, (t) => t[name].list.loading),
  failed: state.failedState(route),
  dialog: { actions: [interactions.openPreferences], shows: interactions.dialog },
});

/** States of the details page that both kinds share; `pending` returns the path of a record that can still be changed. */
export const detailStates = (
  name: Name,
  find: typeof repairs.findRepair | typeof returns.findReturn,
  pending: (place: Place) => string,
) => ({
  filled: { shows: state.headingLocator((t) => t[name].timeline.title) },
  empty: state.textState((t) => t[name].details.notFound, stubError(find, 'NotFound')),
  loading: state.loadingState(find, (t) => t[name].details.loading),
  failed: state.failedState(find),
  dialog: {
    path: pending,
    ...state.stateAfterActions(
      interactions.pressMore((t) => t[name].details.withdraw),
      interactions.dialog,
    ),
  },
});

/**
 * Receipt of a booking, opened at its own path. `registered` and `pending` return the path of a record with and without
 * an RMA number.
 */
export const createReceiptPage = (
  name: Name,
  find: typeof repairs.findRepair | typeof returns.findReturn,
  registered: (place: Place) => string,
  pending: (place: Place) => string,
) => ({
  path: registered,
  states: {
    filled: { shows: '.receipt-code svg' },
    empty: state.textState((t) => t[name].details.notFound, stubError(find, 'NotFound')),
    invalid: state.noForm,
    loading: state.loadingState(find, (t) => t[name].details.loading),
    failed: state.failedState(find),
    dialog: state.noDialog,
  },
  moreStates: { pending: state.stateAtPath(pending, '.receipt-rma') },
});

export const moreDetailStates = (
  name: Name,
  withdraw: typeof repairs.withdrawRepair | typeof returns.withdrawReturn,
  code: ErrorCode & ('RepairChanged' | 'ReturnChanged'),
  pending: (place: Place) => string,
) => ({
  corrected: {
    path: pending,
    ...state.stateAfterActions(
      interactions.pressMore((t) => t[name].details.correct),
      state.buttonLocator((t) => t[name].book.correct.submit),
    ),
  },
  'changed by a colleague': {
    path: pending,
    ...state.stateAfterActions(
      [
        ...interactions.pressMore((t) => t[name].details.withdraw),
        interactions.confirm((t) => t[name].details.withdrawal.confirm),
      ],
      state.textLocator((t) => t.errors[code]),
      stubError(withdraw, code),
    ),
  },
});
