import type { Page } from '@playwright/test';
import { texts } from '#shared/locales/texts.ts';
import { paths } from '#shared/paths.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import { recordAddress } from '#web/features/records/record-address.ts';
import { report } from './back-office.ts';
import { lineOf, postReturn } from './booked.ts';
import { newReference } from './booking.ts';
import { fact, heading, listOf, openFound, printedPages, rows, tabTo, watchPrinting } from './hands.ts';
import { expect, expectAccessible, expectFitsPhone, expectNoOverflow, places, signIn, test } from './portal.ts';
import type { JourneyPlace } from './portal.ts';
import { labelAt, returnPlaces, scanLines, ukReturns } from './returning.ts';

const [, dach, france] = places as [JourneyPlace, JourneyPlace, JourneyPlace];

const row = (page: Page, reference: string) => page.getByRole('row').filter({ hasText: reference });

const threeLines = (place: JourneyPlace) => [
  lineOf(place, 0, 'XKW10000000001'),
  lineOf(place, 1, 'XKW10000000002', 10),
  lineOf(place, 0, 'XKW10000000003'),
];

for (const place of returnPlaces) {
  const { t, prefix, region } = place;
  const { details } = t.returns;

  test(`${prefix}, ${region}: a return is found, opened, unfolded and left again with the keyboard alone`, async ({
    page,
  }) => {
    await signIn(page, place, 'returns');
    const reference = newReference('Ret');
    await postReturn(page, place, reference, threeLines(place));
    await openFound(page, listOf('returns', place, { search: reference }), 1);
    await page.goto(listOf('returns', place));
    await expect(heading(page)).toHaveText(t.returns.list.title);
    await expect(row(page, reference)).toContainText(t.returns.list.pending);
    await expectAccessible(page);
    await expectFitsPhone(page);

    await tabTo(page, page.getByRole('searchbox', { name: t.list.search }));
    await page.keyboard.type(reference.toUpperCase());
    await page.keyboard.press('Enter');
    await expect(rows(page)).toHaveCount(1);
    const link = page.getByRole('link', { name: reference });
    await tabTo(page, link);
    await page.keyboard.press('Enter');
    await expect(heading(page)).toHaveText(details.heading_other.replace('{count}', '3'));
    await expect(heading(page)).toBeFocused();
    await expect(fact(page, t.returns.fields.numberOfProducts)).toHaveText('3');
    await expect(page.getByRole('table', { name: details.lines }).getByRole('rowheader')).toHaveText([
      labelAt(0, place),
      labelAt(1, place),
    ]);
    await expectAccessible(page);

    const group = page.getByRole('button', { name: labelAt(0, place), exact: true });
    await tabTo(page, group);
    await page.keyboard.press('Enter');
    await expect(
      page
        .getByRole('list', { name: details.serialNumbersOf.replace('{product}', labelAt(0, place)) })
        .getByRole('listitem'),
    ).toHaveText(['XKW10000000001', 'XKW10000000003']);
    await expect(page.getByText('XKW10000000002')).toHaveCount(0);
    await expectAccessible(page);
    await expectFitsPhone(page);

    await tabTo(page, page.getByRole('button', { name: details.back }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(link).toBeFocused();
    await expect(page).toHaveURL((url) => url.searchParams.get('search') === reference.toUpperCase());
  });

  test(`${prefix}, ${region}: a return is corrected as it was booked, and withdrawn`, async ({ page }) => {
    await signIn(page, place, 'returns');
    const record = await postReturn(page, place, newReference('Amend'), threeLines(place));
    const reference = record.storeRefNo;
    await page.goto(recordAddress(paths.submittedReturns(place), record));
    await page.getByRole('button', { name: details.correct, exact: true }).click();
    await expect(heading(page)).toHaveText(details.correctTitle.replace('{reference}', reference));
    await expect(heading(page)).toBeFocused();
    await expectAccessible(page);
    await page.getByRole('button', { name: t.returns.book.remove.replace('{line}', '2') }).click();
    await scanLines(page, place, ['XKW-ADDED1']);
    await page.getByRole('button', { name: t.returns.book.correct.submit }).click();
    await expect(page.getByText(details.corrected.replace('{reference}', reference)).first()).toBeVisible();
    await page.getByRole('button', { name: t.returns.timeline.changes }).click();
    await expect(page.getByRole('list', { name: t.returns.timeline.changes }).getByRole('listitem')).toHaveText([
      /XKW10000000002/,
      /XKW-ADDED1/,
    ]);
    await expectAccessible(page);

    await page.getByRole('button', { name: details.withdraw, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: details.withdrawal.title.replace('{reference}', reference) });
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: details.withdrawal.confirm }).click();
    await expect(fact(page, t.returns.fields.state)).toContainText(t.returns.states.withdrawn);
    await expect(page.getByRole('button', { name: t.returns.packing.print })).toHaveCount(0);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoOverflow(page);
  });
}

test('of two who correct a return one is told, and so is whom an RMA number overtakes', async ({ page, context }) => {
  const { t } = ukReturns;
  const { correct } = t.returns.book;
  await signIn(page, ukReturns, 'returns');
  const record = await postReturn(page, ukReturns, newReference('Two'), threeLines(ukReturns));
  const other = await context.newPage();
  for (const editor of [page, other]) {
    await editor.goto(recordAddress(paths.submittedReturns(ukReturns), record));
    await editor.getByRole('button', { name: t.returns.details.correct, exact: true }).click();
    await editor.getByRole('button', { name: t.returns.book.remove.replace('{line}', '1') }).click();
  }
  await other.getByRole('button', { name: t.returns.book.remove.replace('{line}', '2') }).click();
  await other.getByRole('button', { name: correct.submit }).click();
  await expect(fact(other, t.returns.fields.numberOfProducts)).toHaveText('1');
  await page.getByRole('button', { name: correct.submit }).click();
  await expect(page.getByRole('region', { name: t.correction.changed })).toContainText(t.correction.removed);
  await page.getByRole('button', { name: correct.submit }).click();
  await expect(fact(page, t.returns.fields.numberOfProducts)).toHaveText('1');

  await page.getByRole('button', { name: t.returns.details.correct, exact: true }).click();
  await scanLines(page, ukReturns, ['XKW-LATE1']);
  await report(record.id, 'rma', 'RMA-RETURN.2');
  await expect(fact(other, t.returns.fields.rma)).toContainText('RMA-RETURN.2', { timeout: 30_000 });
  await page.getByRole('button', { name: correct.submit }).click();
  await expect(page.getByRole('region', { name: t.errors.ReturnNotPending })).toBeFocused();
  await page.getByRole('button', { name: correct.reload }).click();
  await expect(fact(page, t.returns.fields.rma)).toContainText('RMA-RETURN.2');
  await expect(page.getByRole('button', { name: t.returns.details.correct, exact: true })).toHaveCount(0);
});

test('a return of a thousand lines stays at hand: it opens, unfolds, and prints on numbered sheets of A4', async ({
  page,
}) => {
  const place: JourneyPlace = { ...dach, prefix: 'UK', home: '/UK/ndach', t: texts.en };
  const { t } = place;
  await watchPrinting(page);
  await signIn(page, place, 'returns');
  const lines = Array.from({ length: returnLimits.lines }, (_, at) =>
    lineOf(place, at % 100, `XKW${10_000_000_000 + at}`, 1 + (at % 20)),
  );
  const record = await postReturn(page, place, newReference('Thousand'), lines);
  await page.goto(recordAddress(paths.submittedReturns(place), record));
  await expect(fact(page, t.returns.fields.numberOfProducts)).toHaveText('1,000');
  await page.getByRole('button', { name: t.returns.details.showSerialNumbers }).click();
  await expect(page.getByText('XKW10000000999')).toHaveCount(1);
  await expectNoOverflow(page);

  await page.getByRole('button', { name: t.returns.packing.print }).click();
  await expect(page.locator('html')).toHaveAttribute('data-printed', '1');
  const sheet = page.locator('body > .packing-sheet');
  // In the language of the region.
  await expect(sheet.getByText(texts.de.returns.packing.hint)).toHaveCount(1);
  // Neither EAN nor serial number nor date breaks, and none reaches into the next cell.
  const broken = await sheet.locator('tbody :is(td, th:not([scope]), th > span)').evaluateAll((cells) =>
    cells.filter((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      // One line of it is 16 pixels high.
      return range.getBoundingClientRect().height > 24 || cell.scrollWidth > cell.clientWidth;
    }),
  );
  expect(broken).toHaveLength(0);
  await expect(sheet.locator('.packing-tick')).toHaveCount(1000);
  const sizes = await printedPages(page);
  expect(sizes.length).toBeGreaterThan(5);
  expect(sizes.length).toBeLessThanOrEqual(15);
  expect(sizes.every(([width, height]) => width === 210 && height === 297)).toBe(true);
  await expect(sheet).toHaveCount(0);
});

test('where the region has no returns nothing leads to them, and their addresses lead home', async ({ page }) => {
  const { t, home } = france;
  await signIn(page, france, 'admin');
  const drawer = page.getByRole('navigation', { name: t.shell.nav.label });
  await expect(drawer.getByRole('link', { name: t.shell.nav.submittedRepairs })).toBeVisible();
  await expect(drawer.getByRole('link', { name: t.shell.nav.submittedReturns })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: t.returns.latest.title })).toHaveCount(0);
  for (const path of ['submitted', 'book']) {
    await page.goto(`${home}/returns/${path}`);
    await expect(page).toHaveURL(home);
  }
  expect(await page.evaluate(async () => (await fetch('/api/returns/nfr')).status)).toBe(403);
});
