import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import excel from 'exceljs';
import { texts } from '#shared/locales/texts.ts';
import { paths } from '#shared/paths.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import { recordAddress } from '#web/features/records/record-address.ts';
import { report } from './back-office.ts';
import { bookedReturn, lineOf, product } from './booked-return.ts';
import { newReference } from './booking.ts';
import { expect, expectAccessible, expectNoOverflow, places, signIn, test } from './portal.ts';
import type { JourneyPlace } from './portal.ts';
import { scanLines } from './returning.ts';

const placeOf = (region: string) => {
  const place = places.find((one) => one.region === region);
  if (!place) throw new Error(`No place ${region}`);
  return place;
};
const [uk, dach, france] = [placeOf('nuk'), placeOf('ndach'), placeOf('nfr')];
/** France has no returns: its language is read in another region. */
const inFrench: JourneyPlace = { ...uk, prefix: 'FR', home: '/FR/nuk', t: texts.fr };

const listOf = ({ home }: JourneyPlace, query: Record<string, string> = {}) =>
  `${home}/returns/submitted?${new URLSearchParams(query)}`;
const rows = (page: Page) => page.getByRole('rowheader');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const fact = (page: Page, label: string) => page.locator('dt', { hasText: label }).locator('+ dd').first();
const row = (page: Page, reference: string) => page.getByRole('row').filter({ hasText: reference });

/** Goes by Tab, or back by Shift+Tab, until the focus is where it should be. */
const tabTo = async (page: Page, target: ReturnType<Page['locator']>, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
  for (let count = 0; count < 100; count += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error('Tab never got there.');
};

const threeLines = (place: JourneyPlace) => [
  lineOf(place, 0, 'XKW10000000001'),
  lineOf(place, 1, 'XKW10000000002', 10),
  lineOf(place, 0, 'XKW10000000003'),
];

for (const place of [uk, dach, inFrench]) {
  const { t, prefix, region } = place;
  const { details } = t.returns;

  test(`${prefix}, ${region}: a return is found, opened, unfolded and left again with the keyboard alone`, async ({
    page,
  }) => {
    await signIn(page, place, 'returns');
    const reference = newReference('Ret');
    await bookedReturn(page, place, reference, threeLines(place));
    await expect(async () => {
      await page.goto(listOf(place, { search: reference }));
      await expect(rows(page)).toHaveCount(1, { timeout: 10_000 });
    }).toPass();
    await page.goto(listOf(place));
    await expect(heading(page)).toHaveText(t.returns.list.title);
    await expect(row(page, reference)).toContainText(t.returns.list.pending);
    await expectAccessible(page);

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
      product(0, place).name,
      product(1, place).name,
    ]);
    await expectAccessible(page);

    const group = page.getByRole('button', { name: product(0, place).name, exact: true });
    await tabTo(page, group);
    await page.keyboard.press('Enter');
    await expect(
      page
        .getByRole('list', { name: details.serialNumbersOf.replace('{product}', product(0, place).name) })
        .getByRole('listitem'),
    ).toHaveText(['XKW10000000001', 'XKW10000000003']);
    await expect(page.getByText('XKW10000000002')).toHaveCount(0);
    await expectAccessible(page);

    await tabTo(page, page.getByRole('button', { name: details.back }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(link).toBeFocused();
    await expect(page).toHaveURL((url) => url.searchParams.get('search') === reference.toUpperCase());
  });

  test(`${prefix}, ${region}: a return is corrected as it was booked, and withdrawn`, async ({ page }) => {
    await signIn(page, place, 'returns');
    const record = await bookedReturn(page, place, newReference('Amend'), threeLines(place));
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

  test(`${prefix}, ${region}: on a phone the list and the details stay usable`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await signIn(page, place, 'admin');
    await page.getByRole('button', { name: t.shell.nav.returns, exact: true }).click();
    await expect(page.getByRole('heading', { level: 2, name: t.returns.latest.title })).toBeVisible();
    await expectNoOverflow(page);
    await expectAccessible(page);
    await page.goto(listOf(place));
    await expect(rows(page).first()).toBeVisible();
    await expectNoOverflow(page);
    await expectAccessible(page);
    await rows(page).first().getByRole('link').click();
    await page.getByRole('button', { name: details.showSerialNumbers }).click();
    await expect(page.getByRole('listitem').first()).toBeVisible();
    await expectNoOverflow(page);
    await expectAccessible(page);
  });
}

test('of two who correct a return one is told, and so is whom an RMA number overtakes', async ({ page, context }) => {
  const { t } = uk;
  const { correct } = t.returns.book;
  await signIn(page, uk, 'returns');
  const record = await bookedReturn(page, uk, newReference('Two'), threeLines(uk));
  const other = await context.newPage();
  for (const editor of [page, other]) {
    await editor.goto(recordAddress(paths.submittedReturns(uk), record));
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
  await scanLines(page, uk, ['XKW-LATE1']);
  await report(record.id, 'rma', 'RMA-RETURN.2');
  await expect(fact(other, t.returns.fields.rma)).toContainText('RMA-RETURN.2', { timeout: 30_000 });
  await page.getByRole('button', { name: correct.submit }).click();
  await expect(page.getByRole('region', { name: t.errors.ReturnNotPending })).toBeFocused();
  await page.getByRole('button', { name: correct.reload }).click();
  await expect(fact(page, t.returns.fields.rma)).toContainText('RMA-RETURN.2');
  await expect(page.getByRole('button', { name: t.returns.details.correct, exact: true })).toHaveCount(0);
});

test('an RMA number arrives by itself, at home, in the list and in the details', async ({ page, context }) => {
  const { t } = uk;
  await signIn(page, uk, 'returns');
  const record = await bookedReturn(page, uk, newReference('Awaited'), threeLines(uk));
  await page.goto(uk.home);
  const entry = page.getByRole('listitem').filter({ hasText: record.storeRefNo });
  await expect(entry).toContainText(t.returns.list.pending);
  const list = await context.newPage();
  await list.goto(listOf(uk));
  await expect(row(list, record.storeRefNo)).toContainText(t.returns.list.pending);
  const details = await context.newPage();
  await details.goto(recordAddress(paths.submittedReturns(uk), record));
  await expect(fact(details, t.returns.fields.rma)).toContainText(t.returns.list.pending);

  await report(record.id, 'rma', 'RMA-RETURN.1');
  await expect(fact(details, t.returns.fields.rma)).toContainText('RMA-RETURN.1', { timeout: 30_000 });
  await expect(details.getByRole('list', { name: t.returns.timeline.title }).getByRole('listitem')).toHaveCount(2);
  await list.bringToFront();
  await expect(row(list, record.storeRefNo)).toContainText('RMA-RETURN.1', { timeout: 30_000 });
  await page.bringToFront();
  await expect(entry).toContainText('RMA-RETURN.1', { timeout: 30_000 });
});

/** A headless browser has no print dialog: the page's call is only noted. */
const watchPrinting = (page: Page) =>
  page.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset['printed'] = 'yes';
    };
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
  const record = await bookedReturn(page, place, newReference('Thousand'), lines);
  await page.goto(recordAddress(paths.submittedReturns(place), record));
  await expect(fact(page, t.returns.fields.numberOfProducts)).toHaveText('1,000');
  await page.getByRole('button', { name: t.returns.details.showSerialNumbers }).click();
  await expect(page.getByText('XKW10000000999')).toHaveCount(1);
  await expectNoOverflow(page);

  await page.getByRole('button', { name: t.returns.packing.print }).click();
  await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes');
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
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const sizes = [...pdf.matchAll(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) => [
    Math.round((Number(width) * 25.4) / 72),
    Math.round((Number(height) * 25.4) / 72),
  ]);
  expect(sizes.length).toBeGreaterThan(5);
  expect(sizes.length).toBeLessThanOrEqual(15);
  expect(sizes.every(([width, height]) => width === 210 && height === 297)).toBe(true);
  await expect(sheet).toHaveCount(0);
});

test('the list and a return’s lines are saved as files, all of them and nothing else', async ({ page }) => {
  const { t } = uk;
  await signIn(page, uk, 'returns');
  const begin = newReference('Exp');
  const odd = ['=1+1', '007', '"a";b'].map((end) => `${begin} ${end}`).sort();
  for (const reference of odd) await bookedReturn(page, uk, reference, threeLines(uk));
  await expect(async () => {
    await page.goto(listOf(uk, { search: begin }));
    await expect(rows(page)).toHaveCount(odd.length, { timeout: 10_000 });
  }).toPass();

  const save = async (format: string) => {
    await page.getByRole('button', { name: t.export.button }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: format }).click();
    const file = await download;
    return { path: await file.path(), name: file.suggestedFilename() };
  };
  const csv: string[][] = parse(await readFile((await save(t.export.csv)).path), { bom: true });
  expect(
    csv
      .slice(1)
      .map((cells) => cells[2])
      .sort(),
  ).toEqual(odd);
  expect(csv.slice(1).map((cells) => cells[5])).toEqual(['3', '3', '3']);

  await rows(page).first().getByRole('link').click();
  await expect(page.getByRole('table', { name: t.returns.details.lines })).toBeVisible();
  const { path, name } = await save(t.export.xlsx);
  expect(name).toMatch(/^return-Exp-[\w.-]+-nuk-\d{4}-\d\d-\d\d\.xlsx$/);
  const workbook = new excel.Workbook();
  await workbook.xlsx.readFile(path);
  const column = workbook.getWorksheet(t.returns.details.sheetTitle)?.getColumn(9).values.slice(1);
  expect(column).toEqual([t.returns.fields.serialNumber, 'XKW10000000001', 'XKW10000000002', 'XKW10000000003']);
});

test('another store’s return is not there, by its address neither', async ({ page, browser }) => {
  await signIn(page, uk, 'returns');
  const record = await bookedReturn(page, uk, newReference('Mine'), threeLines(uk));
  const other = await (await browser.newContext()).newPage();
  await signIn(other, uk, 'both');
  await other.goto(recordAddress(paths.submittedReturns(uk), record));
  await expect(other.getByText(uk.t.returns.details.notFound)).toBeVisible();
  await other.close();
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
