import { bookedReturn } from '#e2e/return-form.ts';
import { paths } from '#shared/api/paths.ts';
import type { PageName, Place } from '#shared/api/paths.ts';
import { returnFiles } from '#shared/api/routes/return-files.ts';
import { returns } from '#shared/api/routes/returns.ts';
import { stores } from '#shared/api/routes/stores.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { FileReport } from '#shared/returns/file/report.ts';
import type { ReturnRecord } from '#shared/returns/return.ts';
import { recordAddress } from '#web/features/records/record-address.ts';
import { firstOf, returnsIn } from '../data.ts';
import * as hand from '../interactions.ts';
import { refusedReturnFile, returnFileReport } from '../reports.ts';
import type { Act, WalkedPage } from '../state.ts';
import { answerOtherwise, answers, keepsWaiting, refuses } from '../stubbed-responses.ts';
import { byColleague, detailStates, listStates, moreDetails } from './records.ts';
import * as state from './states.ts';

const sendThree = [hand.scanThree, hand.sendLines];
const chooseFile = hand.chooseFile('returns.csv');
const readFileResponse = (createReport: (region: RegionId) => FileReport) =>
  answers(returnFiles.readReturnFile, ({ region }) => ({ hash: 'a'.repeat(64), report: createReport(region) }));

const returnIn = (region: RegionId, returnState: ReturnRecord['state']) =>
  firstOf(returnsIn, region, (record) => record.state === returnState && record.lines.length > 1);
const pathIn = (returnState: ReturnRecord['state']) => (place: Place) =>
  recordAddress(paths.submittedReturns(place), returnIn(place.region, returnState));
const pending = pathIn('submitted');

const withdrawnReturn = ({ region }: { readonly region: RegionId }): ReturnRecord => {
  const record = returnIn(region, 'submitted');
  return {
    ...record,
    state: 'withdrawn',
    timeline: [...record.timeline, { type: 'withdrawn', ...byColleague(region) }],
  };
};

/** Returns the pending return after a colleague's correction. */
const correctedElsewhere = ({ region }: { readonly region: RegionId }): ReturnRecord => {
  const record = returnIn(region, 'submitted');
  const changedLines = record.lines.slice(0, 1);
  return {
    ...record,
    lines: record.lines.map((line, index) => (index === 0 ? { ...line, purchaseDate: '2026-11-10' } : line)),
    version: record.version + 1,
    timeline: [...record.timeline, { type: 'corrected', ...byColleague(region), before: changedLines, added: [] }],
  };
};

const correct = hand.press((t) => t.returns.details.correct);
const applyLines: Act = async (visit) => {
  await hand.button(visit, visit.t.returns.file.takeOver.replace('{count}', '8')).click();
  await visit.page.locator('[data-line]').first().waitFor();
};
const edit = (line: string) => hand.press((t) => t.returns.book.edit.replace('{line}', line));

export const returnPages = {
  bookReturn: {
    states: {
      filled: { acts: [hand.scanThree], shows: ({ page }) => page.locator('[data-line]').nth(2) },
      empty: state.shown,
      invalid: state.complains([hand.sendLines]),
      loading: state.after(
        [chooseFile],
        '.file-progress',
        keepsWaiting(stores.ownStore),
        keepsWaiting(returnFiles.readReturnFile),
      ),
      failed: state.complains(
        sendThree,
        refuses(stores.ownStore),
        refuses(returns.bookReturn),
        refuses(returns.findReturn, 'NotFound'),
      ),
      dialog: state.after([chooseFile, applyLines, hand.sendLines], hand.dialog),
    },
    more: {
      'file is told about': { acts: [chooseFile], shows: '.file-report-title' },
      'file is asked about': state.after(
        [chooseFile],
        state.offers((t) => t.returns.file.questions.goOn),
        readFileResponse((region) => ({
          ...returnFileReport(region),
          setAside: { rows: [{ row: 1, text: 'Sales tablet 7' }], columns: ['Colour'] },
          doubtfulDates: [{ row: 3, text: '11/9/2026', monthFirst: '2026-11-09', asShown: '2026-09-11' }],
        })),
      ),
      'file is refused': state.after(
        [chooseFile],
        state.says((t) => t.errors.ReturnsFileWrongHeaders),
        readFileResponse(() => refusedReturnFile),
      ),
      'upload fails': state.after(
        [chooseFile],
        state.says((t) => t.file.notRead.replace('{name}', 'returns.csv')),
        refuses(returnFiles.requestUpload, 'ServiceUnavailable'),
      ),
      'row is corrected': { acts: [chooseFile, hand.click('[data-refused-row] button')], shows: '.row-editor' },
      'reference exists': state.complains(sendThree, refuses(returns.bookReturn, 'ReturnRequestExists')),
      'line is changed': {
        acts: [hand.scanThree, edit('2')],
        shows: state.offers((t) => t.returns.book.save),
      },
      'line is wrong': {
        acts: [hand.typeReference, hand.typeWrongEan],
        shows: state.says((t) => t.returns.reasons.eanCheckDigit),
      },
      booked: state.after(
        sendThree,
        ({ page, place }) => bookedReturn(page, place, firstOf(returnsIn, place.region).storeRefNo),
        answers(returns.bookReturn, ({ region }) => firstOf(returnsIn, region)),
      ),
      admin: { who: 'admin', shows: '[data-field=storeId]' },
    },
  },
  submittedReturns: { states: listStates('returns', returns.listReturns) },
} as const satisfies Partial<Record<PageName, WalkedPage>>;

export const returnViews = {
  returnDetails: {
    path: pathIn('registered'),
    states: {
      ...detailStates('returns', returns.findReturn, pending),
      invalid: {
        path: pending,
        acts: [correct, hand.typeWrongEan],
        shows: state.says((t) => t.returns.reasons.eanCheckDigit),
      },
    },
    more: {
      ...moreDetails('returns', returns.withdrawReturn, 'ReturnChanged', pending),
      unfolded: state.pressed(
        (t) => t.returns.details.showSerialNumbers,
        state.offers((t) => t.returns.details.hideSerialNumbers),
      ),
      'corrections meet': {
        path: pending,
        answers: [refuses(returns.correctReturn, 'ReturnChanged')],
        acts: [
          correct,
          edit('1'),
          ({ page }) => page.locator('[data-field="line.purchaseDate"] input:not([type=date])').fill('12.11.2026'),
          hand.press((t) => t.returns.book.save),
          answerOtherwise(answers(returns.findReturn, correctedElsewhere)),
          hand.press((t) => t.returns.book.correct.submit),
        ],
        shows: '.meanwhile .differences button',
      },
      withdrawn: {
        path: pending,
        answers: [answers(returns.findReturn, withdrawnReturn)],
        shows: state.headed((t) => t.returns.timeline.title),
      },
    },
  },
} as const satisfies Record<string, WalkedPage>;
