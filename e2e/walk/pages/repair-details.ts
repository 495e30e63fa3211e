import { paths } from '#shared/api/paths.ts';
import type { Place } from '#shared/api/paths.ts';
import { repairs } from '#shared/api/routes/repairs.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { toRecordPath } from '#shared/records/record-path.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { findNewestRecord, repairsByRegion } from '../data.ts';
import * as interactions from '../interactions.ts';
import type { WalkedPage } from '../state.ts';
import { changeResponse, stubResponse, stubError } from '../stubbed-responses.ts';
import { createColleagueChange, createReceiptPage, detailStates, moreDetailStates } from './records.ts';
import * as state from './states.ts';

/** Path of the details of the newest repair that matches. */
const findRepairPath = (matches: (repair: Repair) => boolean) => (place: Place) =>
  toRecordPath(paths.submittedRepairs(place), findNewestRecord(repairsByRegion, place.region, matches));
const findReceiptPath = (repairState: Repair['state']) => (place: Place) =>
  toRecordPath(
    paths.bookRepair(place),
    findNewestRecord(repairsByRegion, place.region, ({ state: candidate }) => candidate === repairState),
  );
const findPathByState = (repairState: Repair['state']) => findRepairPath((repair) => repair.state === repairState);
const pendingPath = findPathByState('submitted');

/** Returns the newest pending repair with a correction by a colleague. */
const findWithColleagueCorrection = ({ region }: { readonly region: RegionId }): Repair => {
  const repair = findNewestRecord(repairsByRegion, region, (candidate) => candidate.state === 'submitted');
  return {
    ...repair,
    detailedDescription: 'It flickers. The customer has tried another cable.',
    version: repair.version + 1,
    timeline: [...repair.timeline, { type: 'corrected', ...createColleagueChange(region), before: repair }],
  };
};

const pressMenu = interactions.press((t) => t.progress.more);
const pressCorrect = interactions.pressMore((t) => t.repairs.details.correct);
const pressSubmit = interactions.press((t) => t.repairs.book.correct.submit);

/** States in which the walk (docs/walk.md) opens a repair's details, and the receipt of its booking. */
export const repairViews = {
  repairReceipt: createReceiptPage(
    'repairs',
    repairs.findRepair,
    findReceiptPath('registered'),
    findReceiptPath('submitted'),
  ),
  repairDetails: {
    path: findPathByState('dispatched'),
    states: {
      ...detailStates('repairs', repairs.findRepair, pendingPath),
      invalid: {
        path: pendingPath,
        ...state.formErrorState([
          ...pressCorrect,
          ({ page, t }) => page.getByLabel(t.repairs.fields.purchaseDate).fill(''),
          pressSubmit,
        ]),
      },
    },
    moreStates: {
      ...moreDetailStates('repairs', repairs.withdrawRepair, 'RepairChanged', pendingPath),
      pending: {
        path: pendingPath,
        ...state.stateAfterActions(
          [pressMenu],
          state.buttonLocator((t) => t.repairs.details.correct),
        ),
      },
      'corrected by a colleague': {
        path: pendingPath,
        responses: [stubError(repairs.correctRepair, 'RepairChanged')],
        actions: [
          ...pressCorrect,
          ({ page, t }) => page.getByLabel(t.repairs.fields.detailedDescription).fill('It flickers when it is warm.'),
          changeResponse(stubResponse(repairs.findRepair, findWithColleagueCorrection)),
          pressSubmit,
        ],
        shows: '.meanwhile .differences button',
      },
      'waits for a fee answer': {
        path: findPathByState('quoted'),
        ...state.stateAfterActions(
          [pressMenu],
          state.buttonLocator((t) => t.repairs.due.calendar),
        ),
      },
      overdue: {
        path: findRepairPath(({ next }) => next?.promise === 'target' && next.by < '2026-11-18'),
        shows: state.textLocator((t) => t.repairs.due.ask),
      },
      'answer for a caller': {
        path: findPathByState('received'),
        ...state.stateAfterPress((t) => t.repairs.answer.copy, 'span[lang=fr-FR]'),
      },
      withdrawn: { path: findPathByState('withdrawn') },
    },
  },
} as const satisfies Record<string, WalkedPage>;
