import { paths } from '#shared/api/paths.ts';
import type { Place } from '#shared/api/paths.ts';
import { repairs } from '#shared/api/routes/repairs.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { toRecordPath } from '#web/features/records/record-path.ts';
import { findNewestRecord, repairsByRegion } from '../data.ts';
import * as hand from '../interactions.ts';
import type { WalkedPage } from '../state.ts';
import { changeResponse, stubResponse, stubError } from '../stubbed-responses.ts';
import { createColleagueChange, detailStates, moreDetails } from './records.ts';
import * as state from './states.ts';

const pathWhere = (matches: (repair: Repair) => boolean) => (place: Place) =>
  toRecordPath(paths.submittedRepairs(place), findNewestRecord(repairsByRegion, place.region, matches));
const pathIn = (repairState: Repair['state']) => pathWhere((repair) => repair.state === repairState);
const pending = pathIn('submitted');

/** Returns the pending repair after a colleague's correction. */
const correctedElsewhere = ({ region }: { readonly region: RegionId }): Repair => {
  const repair = findNewestRecord(repairsByRegion, region, (candidate) => candidate.state === 'submitted');
  return {
    ...repair,
    detailedDescription: 'It flickers. The customer has tried another cable.',
    version: repair.version + 1,
    timeline: [...repair.timeline, { type: 'corrected', ...createColleagueChange(region), before: repair }],
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
        ...state.formErrorState([
          correct,
          ({ page, t }) => page.getByLabel(t.repairs.fields.purchaseDate).fill(''),
          submit,
        ]),
      },
    },
    more: {
      ...moreDetails('repairs', repairs.withdrawRepair, 'RepairChanged', pending),
      pending: state.stateAtPath(
        pending,
        state.buttonLocator((t) => t.repairs.details.correct),
      ),
      'corrections meet': {
        path: pending,
        answers: [stubError(repairs.correctRepair, 'RepairChanged')],
        acts: [
          correct,
          ({ page, t }) => page.getByLabel(t.repairs.fields.detailedDescription).fill('It flickers when it is warm.'),
          changeResponse(stubResponse(repairs.findRepair, correctedElsewhere)),
          submit,
        ],
        shows: '.meanwhile .differences button',
      },
      'waits for the answer to a fee': {
        path: pathIn('quoted'),
        shows: state.buttonLocator((t) => t.repairs.due.calendar),
      },
      overdue: {
        path: pathWhere(({ next }) => next?.promise === 'target' && next.by < '2026-11-18'),
        shows: state.textLocator((t) => t.repairs.due.ask),
      },
      'answers a caller': {
        path: pathIn('received'),
        ...state.stateAfterPress((t) => t.repairs.answer.copy, 'span[lang=fr-FR]'),
      },
      withdrawn: { path: pathIn('withdrawn') },
    },
  },
} as const satisfies Record<string, WalkedPage>;
