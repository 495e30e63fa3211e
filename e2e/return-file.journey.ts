import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { paths } from '#shared/api/paths.ts';
import { prefixes } from '#shared/config/regions.ts';
import { fileColumns } from '#shared/returns/file/columns.ts';
import { createReference } from './booking.ts';
import { chooseFile, download, fillPlaceholders } from './interactions.ts';
import { expect, expectAccessible, test, uk } from './portal.ts';
import type { JourneyPlace } from './portal.ts';
import {
  bookedReturnHeading,
  formatLineCount,
  formatDaysAgo,
  eanAt,
  findLine,
  openReturnForm,
  referenceField,
  frenchPlace,
  sendReturn,
  toStoreId,
} from './return-form.ts';
import { writeReturnsCsv } from './returns-csv.ts';

const reportHeading = (page: Page, { t }: JourneyPlace, name: string) =>
  page.getByRole('heading', { name: fillPlaceholders(t.file.reportOf, { name }) });
const takeOverButton = (page: Page, { t, prefix }: JourneyPlace, count: number) =>
  page.getByRole('button', {
    name: t.returns.file.takeOver.replace('{count}', count.toLocaleString(prefixes[prefix].locale)),
    exact: true,
  });
/**
 * Returns the counts of the report: all rows, accepted, left out because of a future date, rejected and, if any,
 * corrected.
 */
const readCounts = (page: Page) => page.locator('.file-numbers dd').allTextContents();

const downloadFile = async (page: Page, menu: string, format: string) =>
  readFile(await (await download(page, menu, format)).path());

type Row = { readonly ean?: string; readonly date?: string; readonly serialNumber: string };

/** Creates a file as Excel writes it in the place's language, with these rows. */
const createCsv = (place: JourneyPlace, reference: string, rows: readonly Row[], columns = fileColumns.slice()) => {
  const toCells = ({ ean = eanAt(0), date = formatDaysAgo(5, place), serialNumber }: Row) => ({
    storeId: toStoreId(place),
    storeRefNo: reference,
    ean,
    productDescription: 'Écran',
    purchaseDate: date,
    serialNumber,
  });
  return writeReturnsCsv(prefixes[place.prefix].language, rows.map(toCells), columns);
};

test('a file can be corrected, applied and booked', async ({ page }) => {
  const { t } = frenchPlace;
  await openReturnForm(page, frenchPlace);
  const reference = createReference('File');
  const rows = [
    { serialNumber: 'G-1001' },
    { serialNumber: 'G-1002', ean: eanAt(7) },
    { serialNumber: 'M-1001', ean: '4,54965E+12' },
    { serialNumber: '' },
    { serialNumber: 'F-1001', date: formatDaysAgo(-3, frenchPlace) },
  ];
  await chooseFile(page, 'mixed.csv', createCsv(frenchPlace, reference, rows));
  await expect(reportHeading(page, frenchPlace, 'mixed.csv')).toBeVisible();
  expect(await readCounts(page)).toEqual(['5', '2', '1', '2']);
  await expect(page.getByText(t.errors.ReturnsFileMissingSerialNumber)).toBeVisible();
  await expect(page.getByText(t.returns.reasons.numberMangled)).toBeVisible();
  await expect(page.locator('[data-line]')).toHaveCount(0);
  await expectAccessible(page);

  const correctedFile = (await downloadFile(page, t.file.downloadRefused, t.export.csv))
    .toString()
    .replace("'4,54965E+12", eanAt(3));
  await takeOverButton(page, frenchPlace, 2).click();
  await expect(page.getByText(formatLineCount(frenchPlace, 2))).toBeVisible();
  await expect(referenceField(page, frenchPlace)).toHaveValue(reference);
  await page.getByRole('button', { name: t.file.startAgain }).click();
  await chooseFile(page, 'corrected.csv', correctedFile);
  await expect(reportHeading(page, frenchPlace, 'corrected.csv')).toBeVisible();
  expect(await readCounts(page)).toEqual(['2', '1', '0', '1']);
  await takeOverButton(page, frenchPlace, 1).click();
  await expect(page.getByText(formatLineCount(frenchPlace, 3))).toBeVisible();

  // Booking asks for confirmation while rejected rows remain, of which one is then corrected on the page.
  await sendReturn(page, frenchPlace);
  const dialog = page.getByRole('dialog', { name: t.returns.file.left.title });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: t.returns.file.left.cancel }).click();
  await page.getByRole('button', { name: t.file.correctRow.replace('{row}', '3') }).click();
  const serialNumberField = page.locator('[data-field="row.serialNumber"] input');
  await expect(serialNumberField).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('MEND-2\n');
  await expect(findLine(page, 'MEND-2')).toBeVisible();
  expect(await readCounts(page)).toEqual(['2', '1', '0', '0', '1']);
  await sendReturn(page, frenchPlace);
  await expect(bookedReturnHeading(page, frenchPlace, reference)).toBeFocused();
});

test('a file with unordered columns can be booked partially, and is recognized later', async ({ page }) => {
  const { t } = frenchPlace;
  await openReturnForm(page, frenchPlace);
  const reference = createReference('Left');
  const rows = [{ serialNumber: `L-${Date.now()}` }, { serialNumber: '' }];
  await chooseFile(page, 'left.csv', createCsv(frenchPlace, reference, rows, fileColumns.toReversed()));
  await page.getByRole('button', { name: t.returns.file.putInOrder }).click();
  await takeOverButton(page, frenchPlace, 1).click();
  await sendReturn(page, frenchPlace);
  await page.getByRole('button', { name: t.returns.file.left.book }).click();
  await expect(bookedReturnHeading(page, frenchPlace, reference)).toBeFocused();
  await expect(
    page.getByRole('region', { name: fillPlaceholders(t.returns.file.left.report, { name: 'left.csv' }) }),
  ).toBeVisible();
  await expectAccessible(page);
  expect((await downloadFile(page, t.file.downloadRefused, t.export.csv)).toString()).toContain(reference);

  await page.getByRole('button', { name: t.returns.book.booked.next }).click();
  await expect(page).toHaveURL(paths.bookReturn(frenchPlace));
  // Booked files are recognized with a delay.
  await expect(async () => {
    await page.reload();
    await chooseFile(page, 'left.csv', createCsv(frenchPlace, reference, rows, fileColumns.toReversed()));
    await page.getByRole('button', { name: t.returns.file.putInOrder }).click();
    const link = page.getByRole('link', { name: fillPlaceholders(t.returns.file.showReturn, { reference }) });
    await expect(link).toBeVisible({ timeout: 2000 });
  }).toPass();
});

test('rows copied from a spreadsheet can be pasted', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openReturnForm(page, uk);
  const copiedRows = createCsv(uk, 'C-1', [{ serialNumber: 'C-1001' }]).replaceAll(';', '\t');
  await page.evaluate((text) => navigator.clipboard.writeText(text), copiedRows);
  await referenceField(page, uk).focus();
  await page.keyboard.press('Control+V');
  await takeOverButton(page, uk, 1).click();
  await expect(findLine(page, 'C-1001')).toBeVisible();
  await expect(referenceField(page, uk)).toHaveValue('C-1');
});

/** Returns whether the browser renders a line, rather than skipping it because it is off the screen. */
const isRendered = (line: Locator) =>
  line.getByRole('rowheader').evaluate((header) => header.checkVisibility({ contentVisibilityAuto: true }));

/** Returns the numbers of lines and products that are broken between their digits. */
const findBrokenNumbers = (page: Page) =>
  page.locator('.lines-table tbody th, .return-products strong').evaluateAll((elements) =>
    elements
      .filter((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
      })
      .map((element) => element.textContent),
  );

test('a thousand lines can be applied, reloaded and booked', async ({ page }) => {
  const { t } = uk;
  await openReturnForm(page, uk);
  const reference = createReference('Thousand');
  const rows = Array.from({ length: 1000 }, (_, index) => ({
    serialNumber: `T-${index + 1001}`,
    ean: eanAt(index % 200),
  }));
  await chooseFile(page, 'all.csv', createCsv(uk, reference, rows));
  await takeOverButton(page, uk, 1000).click();
  await expect(page.getByText(formatLineCount(uk, 1000))).toBeVisible();
  const lines = page.locator('[data-line]');
  await expect(lines).toHaveCount(50);
  await expect(page.getByRole('rowheader', { name: '1000', exact: true })).toBeVisible();
  expect(await findBrokenNumbers(page)).toEqual([]);
  // The browser skips lines that are off the screen, so that typing is as fast with a thousand lines as without.
  await expect.poll(() => isRendered(lines.first())).toBe(true);
  await expect.poll(() => isRendered(lines.last())).toBe(false);
  await lines.last().scrollIntoViewIfNeeded();
  await expect.poll(() => isRendered(lines.last())).toBe(true);
  await page.getByRole('button', { name: t.list.pages.next }).click();
  await expect(findLine(page, 'T-1950')).toBeVisible();
  await page.reload();
  await expect(page.getByText(formatLineCount(uk, 1000))).toBeVisible();
  await sendReturn(page, uk);
  await expect(bookedReturnHeading(page, uk, reference)).toBeFocused();
});
