import type { ErrorCode } from '#shared/errors.ts';
import type { Place } from '#shared/paths.ts';
import type { RegionId } from '#shared/regions.ts';
import type { repairs } from '#shared/routes/repairs.ts';
import type { returns } from '#shared/routes/returns.ts';
import { refuses } from '../answers.ts';
import { now } from '../data.ts';
import * as hand from '../hands.ts';
import type { Visit } from '../state.ts';
import { hasNone, offers, onlyFilters, pressed, says, textsOf, waits } from './common.ts';

type Name = 'repairs' | 'returns';

/** By somebody of the store, a minute ago. */
export const byColleague = (region: RegionId) => ({
  at: new Date(now.getTime() - 60_000).toISOString(),
  by: `both@${region}.example`,
});

export const listStates = (name: Name, route: typeof repairs.listRepairs | typeof returns.listReturns) => ({
  filled: { shows: hand.rows },
  empty: hasNone(route, (t) => t[name].empty.title),
  invalid: onlyFilters,
  loading: waits(route, (t) => t[name].list.loading),
  failed: { answers: [refuses(route)], shows: hand.alert },
  dialog: { act: hand.openLook, shows: hand.dialog },
});

/** The page of one record in the states that records of both kinds have; `pending` is the address of one that can still be changed. */
export const detailStates = (
  name: Name,
  find: typeof repairs.findRepair | typeof returns.findReturn,
  pending: (place: Place) => string,
) => ({
  filled: {
    shows: (visit: Visit) => visit.page.getByRole('heading', { name: textsOf(visit)[name].timeline.title }),
  },
  empty: { answers: [refuses(find, 'NotFound')], shows: says((t) => t[name].details.notFound) },
  loading: waits(find, (t) => t[name].details.loading),
  failed: { answers: [refuses(find)], shows: hand.alert },
  dialog: { path: pending, ...pressed((t) => t[name].details.withdraw, hand.dialog) },
});

export const moreDetails = (
  name: Name,
  withdraw: typeof repairs.withdrawRepair | typeof returns.withdrawReturn,
  code: ErrorCode & ('RepairChanged' | 'ReturnChanged'),
  pending: (place: Place) => string,
) => ({
  corrected: {
    path: pending,
    ...pressed(
      (t) => t[name].details.correct,
      offers((t) => t[name].book.correct.submit),
    ),
  },
  'changed by somebody else': {
    path: pending,
    answers: [refuses(withdraw, code)],
    act: async (visit: Visit) => {
      const { details } = textsOf(visit)[name];
      await hand.press(visit, details.withdraw);
      await hand.confirm(visit, details.withdrawal.confirm);
    },
    shows: says((t) => t.errors[code]),
  },
});
