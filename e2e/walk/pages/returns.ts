import { bookedReturnHeading } from '#e2e/return-form.ts';
import { paths } from '#shared/api/paths.ts';
import type { PageName, Place } from '#shared/api/paths.ts';
import { returnFiles } from '#shared/api/routes/return-files.ts';
import { returns } from '#shared/api/routes/returns.ts';
import { stores } from '#shared/api/routes/stores.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { toRecordPath } from '#shared/records/record-path.ts';
import type { FileReport } from '#shared/returns/file/report.ts';
import type { ReturnRecord } from '#shared/returns/return.ts';
import { findNewestRecord, returnsByRegion } from '../data.ts';
import * as interactions from '../interactions.ts';
import { rejectedReturnFile, createReturnFileReport } from '../reports.ts';
import type { Action, WalkedPage } from '../state.ts';
import { changeResponse, stubResponse, stubPending, stubError } from '../stubbed-responses.ts';
import { createColleagueChange, createReceiptPage, detailStates, listStates, moreDetailStates } from './records.ts';
import * as state from './states.ts';

const sendThree = [interactions.enterThreeLines, interactions.sendLines];
const chooseFile = interactions.chooseFile('returns.csv');
const readFileResponse = (createReport: (region: RegionId) => FileReport) =>
  stubResponse(returnFiles.readReturnFile, ({ region }) => ({ hash: 'a'.repeat(64), report: createReport(region) }));

const findReturnByState = (region: RegionId, returnState: ReturnRecord['state']) =>
  findNewestRecord(returnsByRegion, region, (record) => record.state === returnState && record.lines.length > 1);
const findPathByState = (returnState: ReturnRecord['state']) => (place: Place) =>
  toRecordPath(paths.submittedReturns(place), findReturnByState(place.region, returnState));
const findReceiptPath = (returnState: ReturnRecord['state']) => (place: Place) =>
  toRecordPath(paths.bookReturn(place), findReturnByState(place.region, returnState));
const pendingPath = findPathByState('submitted');

const findWithdrawnByColleague = ({ region }: { readonly region: RegionId }): ReturnRecord => {
  const record = findReturnByState(region, 'submitted');
  return {
    ...record,
    state: 'withdrawn',
    timeline: [...record.timeline, { type: 'withdrawn', ...createColleagueChange(region) }],
  };
};

/** Returns the newest pending return with a correction by a colleague. */
const findWithColleagueCorrection = ({ region }: { readonly region: RegionId }): ReturnRecord => {
  const record = findReturnByState(region, 'submitted');
  const changedLines = record.lines.slice(0, 1);
  return {
    ...record,
    lines: record.lines.map((line, index) => (index === 0 ? { ...line, purchaseDate: '2026-11-10' } : line)),
    version: record.version + 1,
    timeline: [
      ...record.timeline,
      { type: 'corrected', ...createColleagueChange(region), before: changedLines, added: [] },
    ],
  };
};

const pressCorrect = interactions.pressMore((t) => t.returns.details.correct);
const applyLines: Action = async (visit) => {
  await interactions.button(visit, visit.t.returns.file.takeOver.replace('{count}', '8')).click();
  await visit.page.locator('[data-line]').first().waitFor();
};
const pressEdit = (line: string) => interactions.press((t) => t.returns.book.edit.replace('{line}', line));

/** States in which the walk (docs/walk.md) opens the pages for booking and listing returns. */
export const returnPages = {
  bookReturn: {
    states: {
      filled: { actions: [interactions.enterThreeLines], shows: ({ page }) => page.locator('[data-line]').nth(2) },
      empty: state.defaultState,
      invalid: state.formErrorState([interactions.sendLines]),
      loading: state.stateAfterActions(
        [chooseFile],
        '.file-progress',
        stubPending(stores.ownStore),
        stubPending(returnFiles.readReturnFile),
      ),
      failed: state.formErrorState(
        sendThree,
        stubError(stores.ownStore),
        stubError(returns.bookReturn),
        stubError(returns.findReturn, 'NotFound'),
      ),
      dialog: state.stateAfterActions([chooseFile, applyLines, interactions.sendLines], interactions.dialog),
    },
    moreStates: {
      'list of keys': { actions: [interactions.click('.scan-tools button:last-child')], shows: interactions.dialog },
      'file report': { actions: [chooseFile], shows: '.file-report-title' },
      'file questions': state.stateAfterActions(
        [chooseFile],
        state.buttonLocator((t) => t.file.questions.goOn),
        readFileResponse((region) => ({
          ...createReturnFileReport(region),
          setAside: { rows: [{ row: 1, text: 'Sales tablet 7' }], columns: ['Colour'] },
          doubtfulDates: [{ row: 3, text: '11/9/2026', monthFirst: '2026-11-09', asShown: '2026-09-11' }],
        })),
      ),
      'file is rejected': state.stateAfterActions(
        [chooseFile],
        state.textLocator((t) => t.errors.ReturnsFileWrongHeaders),
        readFileResponse(() => rejectedReturnFile),
      ),
      'upload fails': state.stateAfterActions(
        [chooseFile],
        state.textLocator((t) => t.file.notRead.replace('{name}', 'returns.csv')),
        stubError(returnFiles.requestUpload, 'ServiceUnavailable'),
      ),
      'row is corrected': {
        actions: [chooseFile, interactions.click('[data-rejected-row] button')],
        shows: '.row-editor',
      },
      'reference exists': state.formErrorState(sendThree, stubError(returns.bookReturn, 'ReturnRequestExists')),
      'line is changed': {
        actions: [interactions.enterThreeLines, pressEdit('2')],
        shows: state.buttonLocator((t) => t.returns.book.save),
      },
      'line is wrong': {
        actions: [interactions.typeReference, interactions.typeWrongEan],
        shows: state.textLocator((t) => t.returns.reasons.eanCheckDigit),
      },
      booked: state.stateAfterActions(
        sendThree,
        ({ page, place }) =>
          bookedReturnHeading(page, place, findNewestRecord(returnsByRegion, place.region).storeRefNo),
        stubResponse(returns.bookReturn, ({ region }) => findNewestRecord(returnsByRegion, region)),
      ),
      admin: { viewer: 'admin', shows: '[data-field=storeId]' },
    },
  },
  submittedReturns: { states: listStates('returns', returns.listReturns) },
} as const satisfies Partial<Record<PageName, WalkedPage>>;

/** States of a return's details, and of the receipt of its booking. */
export const returnViews = {
  returnReceipt: createReceiptPage(
    'returns',
    returns.findReturn,
    findReceiptPath('registered'),
    findReceiptPath('submitted'),
  ),
  returnDetails: {
    path: findPathByState('registered'),
    states: {
      ...detailStates('returns', returns.findReturn, pendingPath),
      invalid: {
        path: pendingPath,
        actions: [...pressCorrect, interactions.typeWrongEan],
        shows: state.textLocator((t) => t.returns.reasons.eanCheckDigit),
      },
    },
    moreStates: {
      ...moreDetailStates('returns', returns.withdrawReturn, 'ReturnChanged', pendingPath),
      unfolded: state.stateAfterPress(
        (t) => t.returns.details.showSerialNumbers,
        state.buttonLocator((t) => t.returns.details.hideSerialNumbers),
      ),
      'corrected by a colleague': {
        path: pendingPath,
        responses: [stubError(returns.correctReturn, 'ReturnChanged')],
        actions: [
          ...pressCorrect,
          pressEdit('1'),
          ({ page }) => page.locator('[data-field="line.purchaseDate"] input:not([type=date])').fill('12.11.2026'),
          interactions.press((t) => t.returns.book.save),
          changeResponse(stubResponse(returns.findReturn, findWithColleagueCorrection)),
          interactions.press((t) => t.returns.book.correct.submit),
        ],
        shows: '.meanwhile .differences button',
      },
      withdrawn: {
        path: pendingPath,
        responses: [stubResponse(returns.findReturn, findWithdrawnByColleague)],
        shows: state.headingLocator((t) => t.returns.timeline.title),
      },
    },
  },
} as const satisfies Record<string, WalkedPage>;
