import { paths } from '#shared/paths.ts';
import type { Place } from '#shared/paths.ts';
import type { RegionId } from '#shared/regions.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { repairs } from '#shared/routes/repairs.ts';
import { recordAddress } from '#web/features/records/record-address.ts';
import { answerOtherwise, answers, refuses } from '../answers.ts';
import { firstOf, repairsIn } from '../data.ts';
import * as hand from '../hands.ts';
import type { WalkedPage } from '../state.ts';
import { offers, says, shown, textsOf } from './common.ts';
import { byColleague, detailStates, moreDetails } from './records.ts';

const repairPath = (is?: (typeof repairsIn)['nuk'][number]['state']) => (place: Place) =>
  recordAddress(
    paths.submittedRepairs(place),
    firstOf(repairsIn, place.region, ({ state }) => is === undefined || state === is),
  );

/** The pending repair, once a colleague has corrected it too. */
const correctedElsewhere = ({ region }: { readonly region: RegionId }): Repair => {
  const repair = firstOf(repairsIn, region, ({ state }) => state === 'submitted');
  return {
    ...repair,
    detailedDescription: 'It flickers. The customer has tried another cable.',
    version: repair.version + 1,
    timeline: [...repair.timeline, { type: 'corrected', ...byColleague(region), before: repair }],
  };
};

export const repairViews = {
  repairDetails: {
    who: 'staff',
    path: repairPath('dispatched'),
    states: {
      ...detailStates('repairs', repairs.findRepair, repairPath('submitted')),
      invalid: {
        path: repairPath('submitted'),
        act: async (visit) => {
          await hand.press(visit, textsOf(visit).repairs.details.correct);
          await visit.page.getByLabel(textsOf(visit).repairs.fields.purchaseDate).fill('');
          await hand.press(visit, textsOf(visit).repairs.book.correct.submit);
        },
        shows: hand.complaint,
      },
    },
    more: {
      ...moreDetails('repairs', repairs.withdrawRepair, 'RepairChanged', repairPath('submitted')),
      pending: {
        path: repairPath('submitted'),
        shows: offers((t) => t.repairs.details.correct),
      },
      'corrections meet': {
        path: repairPath('submitted'),
        answers: [refuses(repairs.correctRepair, 'RepairChanged')],
        act: async (visit) => {
          const { page, place } = visit;
          const { t, region } = place;
          await hand.press(visit, t.repairs.details.correct);
          const description = page.getByLabel(t.repairs.fields.detailedDescription);
          await description.fill('It flickers when it is warm.');
          await answerOtherwise(page, region, [answers(repairs.findRepair, correctedElsewhere)]);
          await hand.press(visit, t.repairs.book.correct.submit);
        },
        shows: ({ page }) => page.locator('.meanwhile .differences button').first(),
      },
      'waits for the answer to a fee': {
        path: repairPath('quoted'),
        shows: offers((t) => t.repairs.due.calendar),
      },
      overdue: {
        path: (place) =>
          recordAddress(
            paths.submittedRepairs(place),
            firstOf(repairsIn, place.region, ({ next }) => next?.promise === 'target' && next.by < '2026-11-18'),
          ),
        shows: says((t) => t.repairs.due.ask),
      },
      'answers a caller': {
        path: repairPath('received'),
        act: (visit) => hand.press(visit, textsOf(visit).repairs.answer.copy),
        shows: ({ page }) => page.locator('span[lang=fr-FR]'),
      },
      withdrawn: { path: repairPath('withdrawn'), shows: shown.shows },
    },
  },
} as const satisfies Record<string, WalkedPage>;
