import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { createReference } from './booking.ts';
import { download, toListPath, openSearchResults } from './interactions.ts';
import { expect, germany, signIn, test } from './portal.ts';
import { postRepair } from './post-records.ts';

/** Exports the list and checks that the page shows the file's name. Returns the file's path. */
const saveExport = async (page: Page, menu: string, format: string, namePattern: RegExp) => {
  const file = await download(page, menu, format);
  expect(file.suggestedFilename()).toMatch(namePattern);
  await expect(page.getByText(file.suggestedFilename()).first()).toBeVisible();
  return file.path();
};

test('the export contains exactly the search results', async ({ page }) => {
  const { region, t } = germany;
  await signIn(page, germany, 'repairs');
  const prefix = createReference('Exp');
  const references = ['"a";b', '007', '=1+1'].map((suffix) => `${prefix} ${suffix}`);
  for (const storeRefNo of references)
    await postRepair(page, germany, { storeRefNo, serialNumber: '0012345678901234' });
  await postRepair(page, germany, { storeRefNo: createReference('Other') });
  await openSearchResults(page, toListPath('repairs', germany, { search: prefix }), references.length);
  const namePattern = new RegExp(`^${t.repairs.list.fileName}-${region}-\\d{4}-\\d\\d-\\d\\d\\.`);
  const { storeRefNo, serialNumber } = t.repairs.fields;

  const csv: Record<string, string>[] = parse(
    await readFile(await saveExport(page, t.export.button, t.export.csv, namePattern)),
    {
      bom: true,
      columns: true,
      delimiter: ';',
    },
  );
  expect(csv.map((row) => row[storeRefNo]).sort()).toEqual(references);
  expect(csv.map((row) => row[serialNumber])).toEqual(references.map(() => "'0012345678901234"));

  const workbook = await readFile(await saveExport(page, t.export.button, t.export.xlsx, namePattern));
  // An .xlsx file is a ZIP archive, which starts with these letters.
  expect(workbook.subarray(0, 2).toString()).toBe('PK');
});
