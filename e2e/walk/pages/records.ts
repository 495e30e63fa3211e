import type { ErrorCode } from '#shared/api/errors.ts';
import type { Place } from '#shared/api/paths.ts';
import type { repairs } from '#shared/api/routes/repairs.ts';
import type { returns } from '#shared/api/routes/returns.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { RecordKindName } from '#shared/records/record.ts';
import { now } from '../data.ts';
import * as interactions from '../interactions.ts';
import { stubError } from '../stubbed-responses.ts';
import * as state from './states.ts';

/** A change by another staff member of the store, a minute ago. */
export const createColleagueChange = (region: RegionId) => ({
  at: new Date(now.getTime() - 60_000).toISOString(),
  by: `both@${region}.example`,
});

/** States in which the walk (docs/walk.md) opens the list of repairs or returns. */
export const listStates = (kind: RecordKindName, route: typeof repairs.listRepairs | typeof returns.listReturns) => ({
  filled: { shows: interactions.firstRow },
  empty: state.emptyState(route, (t) => t[kind].empty.title),
  invalid: state.onlyFilters,
  loading: state.loadingState(route, (t) => t[kind].list.loading),
  failed: state.failedState(route),
  dialog: { actions: [interactions.openPreferences], shows: interactions.dialog },
});

/** States of the details page that both kinds share; `pendingPath` returns the path of a record that can still be changed. */
export const detailStates = (
  kind: RecordKindName,
  findRoute: typeof repairs.findRepair | typeof returns.findReturn,
  pendingPath: (place: Place) => string,
) => ({
  filled: { shows: state.headingLocator((t) => t[kind].timeline.title) },
  empty: state.textState((t) => t[kind].details.notFound, stubError(findRoute, 'NotFound')),
  loading: state.loadingState(findRoute, (t) => t[kind].details.loading),
  failed: state.failedState(findRoute),
  dialog: {
    path: pendingPath,
    ...state.stateAfterActions(
      interactions.pressMore((t) => t[kind].details.withdraw),
      interactions.dialog,
    ),
  },
});

/**
 * Receipt of a booking, opened at its own path. `registeredPath` and `pendingPath` return the path of a record with and
 * without an RMA number.
 */
export const createReceiptPage = (
  kind: RecordKindName,
  findRoute: typeof repairs.findRepair | typeof returns.findReturn,
  registeredPath: (place: Place) => string,
  pendingPath: (place: Place) => string,
) => ({
  path: registeredPath,
  states: {
    filled: { shows: '.receipt-code svg' },
    empty: state.textState((t) => t[kind].details.notFound, stubError(findRoute, 'NotFound')),
    invalid: state.noForm,
    loading: state.loadingState(findRoute, (t) => t[kind].details.loading),
    failed: state.failedState(findRoute),
    dialog: state.noDialog,
  },
  moreStates: { pending: state.stateAtPath(pendingPath, '.receipt-rma') },
});

/** States of the details page after a change by the user or by a colleague. */
export const moreDetailStates = (
  kind: RecordKindName,
  withdrawRoute: typeof repairs.withdrawRepair | typeof returns.withdrawReturn,
  code: ErrorCode & ('RepairChanged' | 'ReturnChanged'),
  pendingPath: (place: Place) => string,
) => ({
  corrected: {
    path: pendingPath,
    ...state.stateAfterActions(
      interactions.pressMore((t) => t[kind].details.correct),
      state.buttonLocator((t) => t[kind].book.correct.submit),
    ),
  },
  'changed by a colleague': {
    path: pendingPath,
    ...state.stateAfterActions(
      [
        ...interactions.pressMore((t) => t[kind].details.withdraw),
        interactions.confirm((t) => t[kind].details.withdrawal.confirm),
      ],
      state.textLocator((t) => t.errors[code]),
      stubError(withdrawRoute, code),
    ),
  },
});
