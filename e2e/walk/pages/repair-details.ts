import { paths } from '#shared/api/paths.ts';
import type { Place } from '#shared/api/paths.ts';
import { repairs } from '#shared/api/routes/repairs.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { recordAddress } from '#web/features/records/record-address.ts';
import { firstOf, repairsIn } from '../data.ts';
import * as hand from '../interactions.ts';
import type { WalkedPage } from '../state.ts';
import { answerOtherwise, answers, refuses } from '../stubbed-responses.ts';
import { byColleague, detailStates, moreDetails } from './records.ts';
import * as state from './states.ts';

const pathWhere = (matches: (repair: Repair) => boolean) => (place: Place) =>
  recordAddress(paths.submittedRepairs(place), firstOf(repairsIn, place.region, matches));
const pathIn = (repairState: Repair['state']) => pathWhere((repair) => repair.state === repairState);
const pending = pathIn('submitted');

/** Returns the pending repair after a colleague's correction. */
const correctedElsewhere = ({ region }: { readonly region: RegionId }): Repair => {
  const repair = firstOf(repairsIn, region, (candidate) => candidate.state === 'submitted');
  return {
    ...repair,
    detailedDescription: 'It flickers. The customer has tried another cable.',
    version: repair.version + 1,
    timeline: [...repair.timeline, { type: 'corrected', ...byColleague(region), before: repair }],
  };
};

const correct = hand.press((t) => t.repairs.details.correct);
const submit = hand.press((t) => t.repairs.book.correct.submit);

export const repairViews = {
  repairDetails: {
    path: pathIn('dispatched'),
    states: {
      ...detailStates('repairs', repairs.findRepair, pending),
      invalid: {
        path: pending,
        ...state.complains([correct, ({ page, t }) => page.getByLabel(t.repairs.fields.purchaseDate).fill(''), submit]),
      },
    },
    more: {
      ...moreDetails('repairs', repairs.withdrawRepair, 'RepairChanged', pending),
      pending: state.at(
        pending,
        state.offers((t) => t.repairs.details.correct),
      ),
      'corrections meet': {
        path: pending,
        answers: [refuses(repairs.correctRepair, 'RepairChanged')],
        acts: [
          correct,
          ({ page, t }) => page.getByLabel(t.repairs.fields.detailedDescription).fill('It flickers when it is warm.'),
          answerOtherwise(answers(repairs.findRepair, correctedElsewhere)),
          submit,
        ],
        shows: '.meanwhile .differences button',
      },
      'waits for the answer to a fee': {
        path: pathIn('quoted'),
        shows: state.offers((t) => t.repairs.due.calendar),
      },
      overdue: {
        path: pathWhere(({ next }) => next?.promise === 'target' && next.by < '2026-11-18'),
        shows: state.says((t) => t.repairs.due.ask),
      },
      'answers a caller': {
        path: pathIn('received'),
        ...state.pressed((t) => t.repairs.answer.copy, 'span[lang=fr-FR]'),
      },
      withdrawn: { path: pathIn('withdrawn') },
    },
  },
} as const satisfies Record<string, WalkedPage>;
