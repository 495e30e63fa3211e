import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import excel from 'exceljs';
import { paths } from '#shared/paths.ts';
import { recordAddress } from '#web/features/records/record-address.ts';
import { lineOf, postRepair, postReturn } from './booked.ts';
import { newReference } from './booking.ts';
import { download, listOf, openFound } from './hands.ts';
import { expect, expectAccessible, places, signIn, test } from './portal.ts';
import { ukReturns } from './returning.ts';

/** Saves what a page shows; its name is told on the page. Resolves to the file's path. */
const saved = async (page: Page, menu: string, format: string, name: RegExp) => {
  const file = await download(page, menu, format);
  expect(file.suggestedFilename()).toMatch(name);
  await expect(page.getByText(file.suggestedFilename()).first()).toBeVisible();
  return file.path();
};

/** What stands below a header in a workbook's sheet. */
const columnOf = async (path: string, sheetName: string, header: string) => {
  const workbook = new excel.Workbook();
  await workbook.xlsx.readFile(path);
  const [headers = [], ...rows] = (workbook.getWorksheet(sheetName)?.getSheetValues() ?? []).slice(1) as string[][];
  return rows.map((row) => row[headers.indexOf(header)]);
};

for (const place of places) {
  const { region, t } = place;

  test(`${region}: what is found is saved as a file, all of it and nothing else`, async ({ page }) => {
    await signIn(page, place, 'repairs');
    const start = newReference('Exp');
    const written = ['"a";b', '007', '=1+1'].map((end) => `${start} ${end}`);
    for (const storeRefNo of written) await postRepair(page, place, { storeRefNo, serialNumber: '0012345678901234' });
    await postRepair(page, place, { storeRefNo: newReference('Other') });
    await openFound(page, listOf('repairs', place, { search: start }), written.length);
    const name = new RegExp(`^${t.repairs.list.fileName}-${region}-\\d{4}-\\d\\d-\\d\\d\\.`);
    const { storeRefNo, serialNumber } = t.repairs.fields;

    const csv: Record<string, string>[] = parse(
      await readFile(await saved(page, t.export.button, t.export.csv, name)),
      { bom: true, columns: true, delimiter: region === 'nuk' ? ',' : ';' },
    );
    expect(csv.map((row) => row[storeRefNo]).sort()).toEqual(written);
    expect(csv.map((row) => row[serialNumber])).toEqual(written.map(() => "'0012345678901234"));
    await expectAccessible(page);

    const workbook = await saved(page, t.export.button, t.export.xlsx, name);
    const { sheetTitle } = t.repairs.list;
    expect((await columnOf(workbook, sheetTitle, storeRefNo)).sort()).toEqual(written);
    expect(await columnOf(workbook, sheetTitle, serialNumber)).toEqual(written.map(() => '0012345678901234'));
  });
}

test('a return’s lines are saved as a file', async ({ page }) => {
  const { t } = ukReturns;
  await signIn(page, ukReturns, 'returns');
  const serialNumbers = ['XKW10000000001', 'XKW10000000002', 'XKW10000000003'];
  const record = await postReturn(
    page,
    ukReturns,
    newReference('Exp'),
    serialNumbers.map((serialNumber, at) => lineOf(ukReturns, at % 2, serialNumber)),
  );
  await page.goto(recordAddress(paths.submittedReturns(ukReturns), record));
  await expect(page.getByRole('table', { name: t.returns.details.lines })).toBeVisible();
  const path = await saved(page, t.export.button, t.export.xlsx, /^return-Exp-[\w.-]+-nuk-\d{4}-\d\d-\d\d\.xlsx$/);
  expect(await columnOf(path, t.returns.details.sheetTitle, t.returns.fields.serialNumber)).toEqual(serialNumbers);
});
