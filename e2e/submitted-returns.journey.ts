import type { Page } from '@playwright/test';
import { paths } from '#shared/api/paths.ts';
import { returnItems } from '#shared/catalogue/returns.ts';
import { texts } from '#shared/locales/texts.ts';
import { toRecordPath } from '#shared/records/record-path.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import { sendProviderEvent } from './back-office.ts';
import { createReference } from './booking.ts';
import {
  factValue,
  heading,
  toListPath,
  openMoreActions,
  openSearchResults,
  pressAt,
  measurePrintedPages,
  rows,
  typeAt,
  countPrintCalls,
} from './interactions.ts';
import { expect, expectAccessible, expectNoOverflow, germany, signIn, test, uk } from './portal.ts';
import type { JourneyPlace } from './portal.ts';
import { createReturnLine, postReturn } from './post-records.ts';
import { frenchPlace, labelAt, scanLines } from './return-form.ts';

const row = (page: Page, reference: string) => page.getByRole('row').filter({ hasText: reference });

const createThreeLines = (place: JourneyPlace) => [
  createReturnLine(place, 0, 'XKW10000000001'),
  createReturnLine(place, 1, 'XKW10000000002', 10),
  createReturnLine(place, 0, 'XKW10000000003'),
];

test('a return can be found, opened and expanded with the keyboard alone', async ({ page }) => {
  const { t } = uk;
  const { details } = t.returns;
  await signIn(page, uk, 'returns');
  const reference = createReference('Ret');
  await postReturn(page, uk, reference, createThreeLines(uk));
  await openSearchResults(page, toListPath('returns', uk, { search: reference }), 1);
  await page.goto(toListPath('returns', uk));
  await expect(heading(page)).toHaveText(t.returns.list.title);
  await expect(row(page, reference)).toContainText(t.returns.list.pending);

  await typeAt(page, page.getByRole('searchbox', { name: t.list.filter }), reference.toUpperCase());
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(1);
  const link = page.getByRole('link', { name: reference });
  await pressAt(page, link);
  await expect(heading(page)).toHaveText(details.heading_other.replace('{count}', '3'));
  await expect(heading(page)).toBeFocused();
  await expect(factValue(page, t.returns.fields.numberOfProducts)).toHaveText('3');
  await expect(page.getByRole('table', { name: details.lines }).getByRole('rowheader')).toHaveText([
    labelAt(0, uk),
    labelAt(1, uk),
  ]);

  const group = page.getByRole('button', { name: labelAt(0, uk), exact: true });
  await pressAt(page, group);
  await expect(
    page
      .getByRole('list', { name: details.serialNumbersOf.replace('{product}', labelAt(0, uk)) })
      .getByRole('listitem'),
  ).toHaveText(['XKW10000000001', 'XKW10000000003']);
  await expect(page.getByText('XKW10000000002')).toHaveCount(0);
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoOverflow(page);

  await pressAt(page, page.getByRole('button', { name: details.back }), 'Enter', 'Shift+Tab');
  await expect(link).toBeFocused();
  await expect(page).toHaveURL((url) => url.searchParams.get('search') === reference.toUpperCase());
});

test('a return can be corrected and withdrawn', async ({ page }) => {
  const { t } = frenchPlace;
  const { details } = t.returns;
  await signIn(page, frenchPlace, 'returns');
  const record = await postReturn(page, frenchPlace, createReference('Amend'), createThreeLines(frenchPlace));
  const reference = record.storeRefNo;
  await page.goto(toRecordPath(paths.submittedReturns(frenchPlace), record));
  await openMoreActions(page, t);
  await page.getByRole('button', { name: details.correct, exact: true }).click();
  await expect(heading(page)).toHaveText(details.correctTitle.replace('{reference}', reference));
  await expect(heading(page)).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: t.returns.book.remove.replace('{line}', '2') }).click();
  await scanLines(page, frenchPlace, ['XKW-ADDED1']);
  await page.getByRole('button', { name: t.returns.book.correct.submit }).click();
  await expect(page.getByText(details.corrected.replace('{reference}', reference)).first()).toBeVisible();
  await page.getByRole('button', { name: t.returns.timeline.changes }).click();
  await expect(page.getByRole('list', { name: t.returns.timeline.changes }).getByRole('listitem')).toHaveText([
    /XKW10000000002/,
    /XKW-ADDED1/,
  ]);
  await expectAccessible(page);

  await openMoreActions(page, t);
  await page.getByRole('button', { name: details.withdraw, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: details.withdrawal.title.replace('{reference}', reference) });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: details.withdrawal.confirm }).click();
  await expect(factValue(page, t.returns.fields.state)).toContainText(t.returns.states.withdrawn);
  await expect(page.getByRole('button', { name: t.returns.packing.print })).toHaveCount(0);

  // A correction is rejected with a reason if an RMA number has arrived in the meantime.
  const lateReturn = await postReturn(page, frenchPlace, createReference('Late'), createThreeLines(frenchPlace));
  await page.goto(toRecordPath(paths.submittedReturns(frenchPlace), lateReturn));
  await openMoreActions(page, t);
  await page.getByRole('button', { name: details.correct, exact: true }).click();
  await page.getByRole('button', { name: t.returns.book.remove.replace('{line}', '2') }).click();
  await sendProviderEvent(lateReturn.id, 'rma', 'RMA-RETURN.2');
  const query = new URLSearchParams({
    storeId: lateReturn.storeId,
    storeRefNo: lateReturn.storeRefNo,
    id: lateReturn.id,
  });
  const recordUrl = `/api/returns/nuk/return?${query}`;
  await expect.poll(async () => (await page.request.get(recordUrl)).text()).toContain('RMA-RETURN.2');
  await page.getByRole('button', { name: t.returns.book.correct.submit }).click();
  await expect(page.getByRole('region', { name: t.errors.ReturnNotPending })).toBeFocused();
  await page.getByRole('button', { name: t.returns.book.correct.reload }).click();
  await expect(factValue(page, t.returns.fields.rma)).toContainText('RMA-RETURN.2');
});

test('a product name that wraps does not make its row taller', async ({ page }) => {
  await signIn(page, uk, 'returns');
  const longNameIndex = returnItems.findIndex((_, index) => labelAt(index, uk).length > 60);
  const prefix = createReference('Long');
  await postReturn(page, uk, `${prefix} 1`, [createReturnLine(uk, 0, 'XKW10000000001')]);
  await postReturn(page, uk, `${prefix} 2`, [createReturnLine(uk, longNameIndex, 'XKW10000000002')]);
  await openSearchResults(page, toListPath('returns', uk, { search: prefix }), 2);
  const sizes = await page.locator('td > .data-table-prose:has(.pictogram)').evaluateAll((products) =>
    products.map((product) => ({
      rowHeight: product.closest('tr')?.offsetHeight,
      hiddenHeight: product.scrollHeight - product.clientHeight,
    })),
  );
  expect(sizes[0]).toEqual(sizes[1]);
  expect(sizes[0]?.hiddenHeight).toBe(0);
});

test('a return of a thousand lines can be opened, expanded and printed', async ({ page }) => {
  const place: JourneyPlace = { ...germany, prefix: 'UK', home: '/UK/ndach', t: texts.en };
  const { t } = place;
  await countPrintCalls(page);
  await signIn(page, place, 'returns');
  const lines = Array.from({ length: returnLimits.lines }, (_, index) =>
    createReturnLine(place, index % 100, `XKW${10_000_000_000 + index}`, 1 + (index % 20)),
  );
  const record = await postReturn(page, place, createReference('Thousand'), lines);
  await page.goto(toRecordPath(paths.submittedReturns(place), record));
  await expect(factValue(page, t.returns.fields.numberOfProducts)).toHaveText('1,000');
  await page.getByRole('button', { name: t.returns.details.showSerialNumbers }).click();
  await expect(page.getByText('XKW10000000999')).toHaveCount(1);
  await expectNoOverflow(page);

  await page.getByRole('button', { name: t.returns.packing.print }).click();
  await expect(page.locator('html')).toHaveAttribute('data-printed', '1');
  const sheet = page.locator('body > .packing-sheet');
  // The sheet is in the region's language.
  await expect(sheet.getByText(texts.de.returns.packing.hint)).toHaveCount(1);
  // EANs, serial numbers and dates neither wrap nor overflow their cell.
  const wrappedCells = await sheet.locator('tbody :is(td, th:not([scope]), th > span)').evaluateAll((cells) =>
    cells.filter((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      // One line is 16 pixels high.
      return range.getBoundingClientRect().height > 24 || cell.scrollWidth > cell.clientWidth;
    }),
  );
  expect(wrappedCells).toHaveLength(0);
  await expect(sheet.locator('.packing-tick')).toHaveCount(1000);
  const sizes = await measurePrintedPages(page);
  expect(sizes.length).toBeGreaterThan(5);
  expect(sizes.length).toBeLessThanOrEqual(15);
  expect(sizes.every(({ width, height }) => width === 210 && height === 297)).toBe(true);
  await expect(sheet).toHaveCount(0);
});
