import { bookedReturn as returnBooked, entry, referenceField, sendReturn } from '#e2e/returning.ts';
import { paths } from '#shared/paths.ts';
import type { PageName, Place } from '#shared/paths.ts';
import type { RegionId } from '#shared/regions.ts';
import type { ReturnRecord } from '#shared/returns/return.ts';
import { returnFiles } from '#shared/routes/return-files.ts';
import { returns } from '#shared/routes/returns.ts';
import { stores } from '#shared/routes/stores.ts';
import { recordAddress } from '#web/features/records/record-address.ts';
import { answerOtherwise, answers, keepsWaiting, refuses } from '../answers.ts';
import { firstOf, returnsIn } from '../data.ts';
import * as hand from '../hands.ts';
import { refusedReturnFile, returnFileReport } from '../reports.ts';
import type { Visit, WalkedPage } from '../state.ts';
import { complains, offers, pressed, says, shown, textsOf } from './common.ts';
import { byColleague, detailStates, listStates, moreDetails } from './records.ts';

const sendThree = async (visit: Visit) => {
  await hand.scanThree(visit);
  await sendReturn(visit.page, visit.place);
};

const returnPath = (is?: (typeof returnsIn)['nuk'][number]['state']) => (place: Place) =>
  recordAddress(
    paths.submittedReturns(place),
    firstOf(returnsIn, place.region, ({ state, lines }) => (is === undefined || state === is) && lines.length > 1),
  );

const pendingIn = (region: RegionId) =>
  firstOf(returnsIn, region, ({ state, lines }) => state === 'submitted' && lines.length > 1);

const withdrawnReturn = ({ region }: { readonly region: RegionId }): ReturnRecord => {
  const record = pendingIn(region);
  return {
    ...record,
    state: 'withdrawn',
    timeline: [...record.timeline, { type: 'withdrawn', ...byColleague(region) }],
  };
};

/** The pending return, once a colleague has corrected it too. */
const correctedElsewhere = ({ region }: { readonly region: RegionId }): ReturnRecord => {
  const record = pendingIn(region);
  return {
    ...record,
    lines: record.lines.map((line, index) => (index === 0 ? { ...line, purchaseDate: '2026-11-10' } : line)),
    version: record.version + 1,
    timeline: [
      ...record.timeline,
      { type: 'corrected', ...byColleague(region), before: record.lines.slice(0, 1), added: [] },
    ],
  };
};

const returned = answers(returns.bookReturn, ({ region }) => firstOf(returnsIn, region));

export const returnPages = {
  bookReturn: {
    who: 'staff',
    path: paths.bookReturn,
    states: {
      filled: { act: hand.scanThree, shows: ({ page }) => page.locator('[data-line]').nth(2) },
      empty: shown,
      invalid: complains(({ page, place }) => sendReturn(page, place)),
      loading: {
        answers: [keepsWaiting(stores.ownStore), keepsWaiting(returnFiles.readReturnFile)],
        act: (visit) => hand.chooseFile(visit, 'returns.csv'),
        shows: ({ page }) => page.locator('.file-progress'),
      },
      failed: complains(
        sendThree,
        refuses(stores.ownStore),
        refuses(returns.bookReturn),
        refuses(returns.findReturn, 'NotFound'),
      ),
      dialog: {
        act: async (visit) => {
          const { page, place } = visit;
          await hand.chooseFile(visit, 'returns.csv');
          await hand.press(visit, place.t.returns.file.takeOver.replace('{count}', '8'));
          await page.locator('[data-line]').first().waitFor();
          await sendReturn(page, place);
        },
        shows: hand.dialog,
      },
    },
    more: {
      'file is told about': {
        act: (visit) => hand.chooseFile(visit, 'returns.csv'),
        shows: ({ page }) => page.locator('.file-report-title'),
      },
      'file is asked about': {
        answers: [
          answers(returnFiles.readReturnFile, ({ region }) => ({
            hash: 'a'.repeat(64),
            report: {
              ...returnFileReport(region),
              setAside: { rows: [{ row: 1, text: 'Sales tablet 7' }], columns: ['Colour'] },
              doubtfulDates: [{ row: 3, text: '11/9/2026', monthFirst: '2026-11-09', asShown: '2026-09-11' }],
            },
          })),
        ],
        act: (visit) => hand.chooseFile(visit, 'returns.csv'),
        shows: offers((t) => t.returns.file.questions.goOn),
      },
      'file is refused': {
        answers: [answers(returnFiles.readReturnFile, () => ({ hash: 'a'.repeat(64), report: refusedReturnFile }))],
        act: (visit) => hand.chooseFile(visit, 'returns.csv'),
        shows: says((t) => t.errors.ReturnsFileWrongHeaders),
      },
      'upload fails': {
        answers: [refuses(returnFiles.requestUpload, 'ServiceUnavailable')],
        act: (visit) => hand.chooseFile(visit, 'returns.csv'),
        shows: (visit) => hand.text(visit, textsOf(visit).file.notRead.replace('{name}', 'returns.csv')),
      },
      'row is corrected': {
        act: async (visit) => {
          await hand.chooseFile(visit, 'returns.csv');
          await visit.page.locator('[data-refused-row] button').first().click();
        },
        shows: ({ page }) => page.locator('.row-editor'),
      },
      'reference exists': complains(sendThree, refuses(returns.bookReturn, 'ReturnRequestExists')),
      'line is changed': {
        act: async (visit) => {
          await hand.scanThree(visit);
          await hand.press(visit, textsOf(visit).returns.book.edit.replace('{line}', '2'));
        },
        shows: offers((t) => t.returns.book.save),
      },
      'line is wrong': {
        act: async ({ page, place }) => {
          await referenceField(page, place).fill('RET-1001-015');
          await entry(page, 'ean').fill('9520001000073');
          await entry(page, 'ean').press('Enter');
        },
        shows: says((t) => t.returns.reasons.eanCheckDigit),
      },
      booked: {
        answers: [returned],
        act: sendThree,
        shows: ({ page, place }) => returnBooked(page, place, firstOf(returnsIn, place.region).storeRefNo),
      },
      admin: { who: 'admin', shows: ({ page }) => page.locator('[data-field=storeId]') },
    },
  },
  submittedReturns: {
    who: 'staff',
    path: paths.submittedReturns,
    states: listStates('returns', returns.listReturns),
  },
} as const satisfies Partial<Record<PageName, WalkedPage>>;

export const returnViews = {
  returnDetails: {
    who: 'staff',
    path: returnPath('registered'),
    states: {
      ...detailStates('returns', returns.findReturn, returnPath('submitted')),
      invalid: {
        path: returnPath('submitted'),
        act: async (visit) => {
          const { page } = visit;
          await hand.press(visit, textsOf(visit).returns.details.correct);
          await entry(page, 'ean').fill('9520001000073');
          await entry(page, 'ean').press('Enter');
        },
        shows: says((t) => t.returns.reasons.eanCheckDigit),
      },
    },
    more: {
      ...moreDetails('returns', returns.withdrawReturn, 'ReturnChanged', returnPath('submitted')),
      unfolded: pressed(
        (t) => t.returns.details.showSerialNumbers,
        offers((t) => t.returns.details.hideSerialNumbers),
      ),
      'corrections meet': {
        path: returnPath('submitted'),
        answers: [refuses(returns.correctReturn, 'ReturnChanged')],
        act: async (visit) => {
          const { page, place } = visit;
          const { details, book } = place.t.returns;
          await hand.press(visit, details.correct);
          await hand.press(visit, book.edit.replace('{line}', '1'));
          await page.locator('[data-field="line.purchaseDate"] input:not([type=date])').fill('12.11.2026');
          await hand.press(visit, book.save);
          await answerOtherwise(page, place.region, [answers(returns.findReturn, correctedElsewhere)]);
          await hand.press(visit, book.correct.submit);
        },
        shows: ({ page }) => page.locator('.meanwhile .differences button').first(),
      },
      withdrawn: {
        path: returnPath('submitted'),
        answers: [answers(returns.findReturn, withdrawnReturn)],
        shows: (visit) => visit.page.getByRole('heading', { name: textsOf(visit).returns.timeline.title }),
      },
    },
  },
} as const satisfies Record<string, WalkedPage>;
