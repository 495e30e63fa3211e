import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { textRows, workbookOf } from '#lambdas/testing/files/workbook.ts';
import { prefixes } from '#shared/regions.ts';
import { fileColumns, fileHeaders } from '#shared/returns/file/columns.ts';
import { newReference } from './booking.ts';
import { download } from './hands.ts';
import { expect, expectAccessible, expectFitsPhone, test } from './portal.ts';
import type { JourneyPlace } from './portal.ts';
import {
  bookedReturn,
  countWords,
  daysAgo,
  eanAt,
  lineWith,
  openReturn,
  referenceField,
  returnPlaces,
  sendReturn,
  storeOf,
  ukReturns,
} from './returning.ts';

const reportOn = (page: Page, { t }: JourneyPlace, name: string) =>
  page.getByRole('heading', { name: t.file.reportOf.replace('{name}', name) });
const takeOver = (page: Page, { t, prefix }: JourneyPlace, count: number) =>
  page.getByRole('button', {
    name: t.returns.file.takeOver.replace('{count}', count.toLocaleString(prefixes[prefix].locale)),
    exact: true,
  });
const numbers = (page: Page) => page.locator('.file-numbers dd').allTextContents();

/** How often the page has asked one of the addresses of returns, from now on. */
const countCalls = (page: Page, address: string) => {
  let calls = 0;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/returns/') && pathname.endsWith(`/${address}`)) calls += 1;
  });
  return () => calls;
};

const choose = (page: Page, name: string, content: string | Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });

const saved = async (page: Page, menu: string, format: string) =>
  readFile(await (await download(page, menu, format)).path());

type Row = { readonly ean?: string; readonly date?: string; readonly serialNumber: string };

/** A file as Excel writes it in the place's language, each row with these values. */
const csvOf = (
  place: JourneyPlace,
  reference: string,
  rows: readonly Row[],
  columns: readonly (typeof fileColumns)[number][] = fileColumns,
) => {
  const { language } = prefixes[place.prefix];
  const valuesOf = ({ ean = eanAt(0), date = daysAgo(5, place).typed, serialNumber }: Row) => ({
    storeId: storeOf(place),
    storeRefNo: reference,
    ean,
    productDescription: 'Écran',
    purchaseDate: date,
    serialNumber,
  });
  const lines = [
    columns.map((column) => fileHeaders[column][language][0]),
    ...rows.map((row) => columns.map((column) => valuesOf(row)[column])),
  ];
  return lines.map((cells) => cells.join(';')).join('\r\n');
};

/** Days of the last weeks, counted back from yesterday, the first that is as asked: as day, month, year. */
const recentDay = (is: (day: number, month: number) => boolean) => {
  const days = Array.from({ length: 26 }, (_, index) => new Date(Date.now() - (index + 1) * 86_400_000));
  const found = days.find((date) => is(date.getUTCDate(), date.getUTCMonth() + 1));
  if (!found) throw new Error('No day is as asked.');
  return { day: found.getUTCDate(), month: found.getUTCMonth() + 1, year: found.getUTCFullYear() };
};

/** What a spreadsheet here makes of a file from the United States: a title, a date that stayed text, one that was turned round, and a total. */
const americanFile = (place: JourneyPlace, reference: string) => {
  const written = recentDay((day) => day > 12);
  const turned = recentDay((day, month) => day <= 12 && day !== month);
  const serial = Date.UTC(turned.year, turned.day - 1, turned.month) / 86_400_000 + 25_569;
  const rows = [
    ['Sales tablet 7'],
    fileColumns.map((column) => fileHeaders[column].en[0]),
    [storeOf(place), reference, eanAt(0), '', [written.month, written.day, written.year].join('/'), 'US-0001'],
    [storeOf(place), reference, eanAt(1), '', '', 'US-0002'],
    ['Total', '', '', '', '', '2'],
  ];
  return workbookOf(textRows(rows).replace(/<c r="E4".*?<\/c>/, `<c r="E4" s="1"><v>${serial}</v></c>`));
};

for (const place of returnPlaces) {
  const { t } = place;

  test.describe(`${place.region} in ${place.prefix}`, () => {
    test('a file is told about, corrected, taken over and booked', async ({ page }) => {
      await openReturn(page, place);
      const reference = newReference(`File ${place.prefix}`);
      const rows = [
        { serialNumber: 'G-1001' },
        { serialNumber: 'G-1002', ean: eanAt(7) },
        { serialNumber: 'M-1001', ean: '4,54965E+12' },
        { serialNumber: '' },
        { serialNumber: 'F-1001', date: daysAgo(-3, place).typed },
      ];
      await choose(page, 'mixed.csv', csvOf(place, reference, rows));
      await expect(reportOn(page, place, 'mixed.csv')).toBeVisible();
      expect(await numbers(page)).toEqual(['5', '2', '1', '2']);
      await expect(page.getByText(t.errors.ReturnsFileMissingSerialNumber)).toBeVisible();
      await expect(page.getByText(t.returns.reasons.numberMangled)).toBeVisible();
      await expect(page.locator('[data-line]')).toHaveCount(0);
      await expectAccessible(page);
      await expectFitsPhone(page);

      const corrected = (await saved(page, t.file.downloadRefused, t.export.csv))
        .toString()
        .replace("'4,54965E+12", eanAt(3));
      await takeOver(page, place, 2).click();
      await expect(page.getByText(countWords(place, 2))).toBeVisible();
      await expect(referenceField(page, place)).toHaveValue(reference);
      await page.getByRole('button', { name: t.file.startAgain }).click();
      await choose(page, 'corrected.csv', corrected);
      await expect(reportOn(page, place, 'corrected.csv')).toBeVisible();
      expect(await numbers(page)).toEqual(['2', '1', '0', '1']);
      await takeOver(page, place, 1).click();
      await expect(page.getByText(countWords(place, 3))).toBeVisible();

      // The other row is left: that is asked about, and then it is corrected on the spot.
      await sendReturn(page, place);
      const question = page.getByRole('dialog', { name: t.returns.file.left.title });
      await expect(question).toBeVisible();
      await expectAccessible(page);
      await question.getByRole('button', { name: t.returns.file.left.cancel }).click();
      await page.getByRole('button', { name: t.file.correctRow.replace('{row}', '3') }).click();
      const serial = page.locator('[data-field="row.serialNumber"] input');
      await expect(serial).toBeFocused();
      await expectAccessible(page);
      await page.keyboard.type('MEND-2\n');
      await expect(lineWith(page, 'MEND-2')).toBeVisible();
      expect(await numbers(page)).toEqual(['2', '1', '0', '0', '1']);
      await sendReturn(page, place);
      await expect(bookedReturn(page, place, reference)).toBeFocused();
    });

    test('a return is booked without rows of its file, which can be downloaded still', async ({ page }) => {
      await openReturn(page, place);
      const reference = newReference(`Left ${place.prefix}`);
      await choose(
        page,
        'left.csv',
        csvOf(place, reference, [{ serialNumber: `L-${Date.now()}` }, { serialNumber: '' }]),
      );
      await takeOver(page, place, 1).click();
      await sendReturn(page, place);
      await page.getByRole('button', { name: t.returns.file.left.book }).click();
      await expect(bookedReturn(page, place, reference)).toBeFocused();
      const left = page.getByRole('region', { name: t.returns.file.left.report.replace('{name}', 'left.csv') });
      await expect(left).toBeVisible();
      await expectAccessible(page);
      expect((await saved(page, t.file.downloadRefused, t.export.csv)).toString()).toContain(reference);
    });

    test('the template is read, and its example is to be replaced first; as CSV it has none', async ({ page }) => {
      await openReturn(page, place);
      await choose(page, 'template.xlsx', await saved(page, t.file.template, t.export.xlsx));
      await expect(reportOn(page, place, 'template.xlsx')).toBeVisible();
      expect(await numbers(page)).toEqual(['1', '0', '0', '1']);
      await page.getByRole('button', { name: t.file.startAgain }).click();
      await choose(page, 'template.csv', await saved(page, t.file.template, t.export.csv));
      await expect(page.getByText(t.file.refusals.FileEmpty)).toBeVisible();
    });

    test('columns in another order are put in order with one button, and the file is sent once', async ({ page }) => {
      await openReturn(page, place);
      const readings = countCalls(page, 'files');
      await choose(page, 'order.csv', csvOf(place, 'O-1', [{ serialNumber: 'O-1001' }], fileColumns.toReversed()));
      await expect(page.getByText(t.errors.ReturnsFileWrongHeaders)).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: t.returns.file.putInOrder }).click();
      await expect(reportOn(page, place, 'order.csv')).toBeFocused();
      await expectAccessible(page);
      await takeOver(page, place, 1).click();
      await expect(lineWith(page, 'O-1001')).toBeVisible();
      expect(readings()).toBe(1);
    });

    test('what a file may not mean is asked once, on a phone too, and answered by keyboard', async ({ page }) => {
      await openReturn(page, place);
      await choose(page, 'american.xlsx', americanFile(place, 'US-1'));
      await expect(reportOn(page, place, 'american.xlsx')).toBeFocused();
      await expect(page.getByText('Sales tablet 7')).toBeVisible();
      await expectAccessible(page);
      await expectFitsPhone(page);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
      await expect(page.getByRole('radio').first()).toBeChecked();
      await page.keyboard.press('Tab');
      await expect(page.getByRole('button', { name: t.returns.file.questions.goOn })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(takeOver(page, place, 2)).toBeVisible();
      await expect(page.getByText(t.returns.file.questions.title)).toBeHidden();
      await expectAccessible(page);
    });
  });
}

test('rows copied from a spreadsheet are pasted', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openReturn(page, ukReturns);
  const copied = csvOf(ukReturns, 'C-1', [{ serialNumber: 'C-1001' }]).replaceAll(';', '\t');
  await page.evaluate((text) => navigator.clipboard.writeText(text), copied);
  await referenceField(page, ukReturns).focus();
  await page.keyboard.press('Control+V');
  await takeOver(page, ukReturns, 1).click();
  await expect(lineWith(page, 'C-1001')).toBeVisible();
  await expect(referenceField(page, ukReturns)).toHaveValue('C-1');
});

test('a thousand lines are taken over, looked through and booked, and no more', async ({ page }) => {
  const { t } = ukReturns;
  await openReturn(page, ukReturns);
  const reference = newReference('Thousand');
  const questions = countCalls(page, 'serial-numbers');
  const rows = Array.from({ length: 1000 }, (_, index) => ({
    serialNumber: `T-${index + 1001}`,
    ean: eanAt(index % 200),
  }));
  await choose(page, 'more.csv', csvOf(ukReturns, reference, [...rows, { serialNumber: 'T-2001' }]));
  await expect(page.getByText(t.returns.file.nothingTaken)).toBeVisible();
  await page.getByRole('button', { name: t.file.startAgain }).click();
  await choose(page, 'all.csv', csvOf(ukReturns, reference, rows));
  await takeOver(page, ukReturns, 1000).click();
  await expect(page.getByText(countWords(ukReturns, 1000))).toBeVisible();
  await expect(page.locator('[data-line]')).toHaveCount(50);
  await page.getByRole('button', { name: t.list.pages.next }).click();
  await expect(lineWith(page, 'T-1950')).toBeVisible();
  await expect.poll(questions).toBe(3);
  await page.reload();
  await expect(page.getByText(countWords(ukReturns, 1000))).toBeVisible();
  await sendReturn(page, ukReturns);
  await expect(bookedReturn(page, ukReturns, reference)).toBeFocused();
});

test('a file that was submitted before is recognised', async ({ page }) => {
  const { t } = ukReturns;
  await openReturn(page, ukReturns);
  const reference = newReference('Twice');
  const file = csvOf(ukReturns, reference, [{ serialNumber: `TW-${Date.now()}` }]);
  await choose(page, 'twice.csv', file);
  await takeOver(page, ukReturns, 1).click();
  await sendReturn(page, ukReturns);
  await expect(bookedReturn(page, ukReturns, reference)).toBeFocused();
  await page.getByRole('button', { name: t.returns.book.booked.next }).click();
  // What is known of a file follows the booking a moment later.
  await expect(async () => {
    await choose(page, 'twice.csv', file);
    await expect(reportOn(page, ukReturns, 'twice.csv')).toBeVisible();
    const link = page.getByRole('link', { name: t.returns.file.showReturn.replace('{reference}', reference) });
    const isKnown = await link.isVisible();
    if (!isKnown) await page.getByRole('button', { name: t.file.startAgain }).click();
    expect(isKnown).toBe(true);
  }).toPass();
  await expectAccessible(page);
});

test('an upload can be called off, and one that fails can be tried again', async ({ page }) => {
  const { t } = ukReturns;
  await openReturn(page, ukReturns);
  const file = csvOf(ukReturns, 'U-1', [{ serialNumber: 'U-1001' }]);
  let isUp = false;
  await page.route(/uploads/, async (route) => {
    if (route.request().url().includes('/api/') || isUp) return route.continue();
    return route.abort();
  });
  await choose(page, 'unlucky.csv', file);
  await expect(page.getByText(t.file.notRead.replace('{name}', 'unlucky.csv'))).toBeVisible();
  isUp = true;
  await page.getByRole('button', { name: t.file.retry }).click();
  await expect(takeOver(page, ukReturns, 1)).toBeVisible();
});
