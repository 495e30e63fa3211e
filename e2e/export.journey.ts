import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { newReference } from './booking.ts';
import { download, toListPath, openSearchResults } from './interactions.ts';
import { expect, germany, signIn, test } from './portal.ts';
import { postRepair } from './post-records.ts';

/** Exports the list and checks that the page shows the file's name. Returns the file's path. */
const saveExport = async (page: Page, menu: string, format: string, name: RegExp) => {
  const file = await download(page, menu, format);
  expect(file.suggestedFilename()).toMatch(name);
  await expect(page.getByText(file.suggestedFilename()).first()).toBeVisible();
  return file.path();
};

test('exports exactly the search results', async ({ page }) => {
  const { region, t } = germany;
  await signIn(page, germany, 'repairs');
  const start = newReference('Exp');
  const references = ['"a";b', '007', '=1+1'].map((end) => `${start} ${end}`);
  for (const storeRefNo of references)
    await postRepair(page, germany, { storeRefNo, serialNumber: '0012345678901234' });
  await postRepair(page, germany, { storeRefNo: newReference('Other') });
  await openSearchResults(page, toListPath('repairs', germany, { search: start }), references.length);
  const name = new RegExp(`^${t.repairs.list.fileName}-${region}-\\d{4}-\\d\\d-\\d\\d\\.`);
  const { storeRefNo, serialNumber } = t.repairs.fields;

  const csv: Record<string, string>[] = parse(
    await readFile(await saveExport(page, t.export.button, t.export.csv, name)),
    {
      bom: true,
      columns: true,
      delimiter: ';',
    },
  );
  expect(csv.map((row) => row[storeRefNo]).sort()).toEqual(references);
  expect(csv.map((row) => row[serialNumber])).toEqual(references.map(() => "'0012345678901234"));

  const workbook = await readFile(await saveExport(page, t.export.button, t.export.xlsx, name));
  expect(workbook.subarray(0, 2).toString()).toBe('PK');
});
