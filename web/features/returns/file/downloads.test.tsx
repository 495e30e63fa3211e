import { screen, waitFor } from '@testing-library/react';
import { parse } from 'csv-parse/sync';
import excel from 'exceljs';
import { beforeEach, expect, test, vi } from 'vitest';
import { findColumn, fileColumns } from '#shared/returns/file/columns.ts';
import { createReturnTemplate } from '#shared/returns/file/template.ts';
import { signInAs } from '#web/testing/page.tsx';
import { answerReturns, signInAtMorning, openReturn } from '#web/testing/return-booking.tsx';
import { openReport, buildReadReport, buildRejectedRow } from '#web/testing/return-file.ts';
import { captureDownloads } from '#web/testing/saved-files.ts';

beforeEach(signInAtMorning);

const download = async (user: Awaited<ReturnType<typeof openReturn>>['user'], button: string, format: string) => {
  const downloads = captureDownloads();
  await user.click(screen.getByRole('button', { name: button }));
  await user.click(await screen.findByRole('menuitem', { name: format }));
  await waitFor(() => expect(downloads).toHaveLength(1));
  const [savedFile] = downloads;
  if (!savedFile) throw new Error('Nothing was saved.');
  return savedFile;
};

const waitForStore = () => screen.findByText(/^UK001/);

const loadSheet = async (file: Blob) => {
  const workbook = new excel.Workbook();
  await workbook.xlsx.load(await file.arrayBuffer());
  const sheet = workbook.worksheets[0];
  if (!sheet) throw new Error('There is no sheet.');
  return sheet;
};

test('creates a template with text columns and an example', async () => {
  answerReturns();
  const { user } = await openReturn();
  await waitForStore();
  const { file, name } = await download(user, 'Template', 'Excel (.xlsx)');
  const { headers, example } = createReturnTemplate('en', { storeId: 'UK001', purchaseDate: '2026-11-18' });
  const sheet = await loadSheet(file);
  expect(name).toBe('returns-template.xlsx');
  expect([sheet.getRow(1).values, sheet.getRow(2).values].map((row) => (row as unknown[]).slice(1))).toEqual([
    headers,
    example,
  ]);
  for (let column = 1; column <= fileColumns.length; column += 1)
    expect([sheet.getColumn(column).numFmt, sheet.getCell(2, column).type]).toEqual(['@', excel.ValueType.String]);
  const csv = await download(user, 'Template', 'CSV (.csv)');
  expect(csv.name).toBe('returns-template.csv');
  const rows = parse(await csv.file.text(), { bom: true }) as string[][];
  expect(rows.map((row) => row.map(findColumn))).toEqual([fileColumns]);
});

test('reports a file that could not be written', async () => {
  answerReturns();
  const { user } = await openReturn();
  await waitForStore();
  vi.spyOn(globalThis, 'reportError').mockImplementation(() => undefined);
  URL.createObjectURL = () => {
    throw new Error('No room.');
  };
  await user.click(screen.getByRole('button', { name: 'Template' }));
  await user.click(await screen.findByRole('menuitem', { name: 'CSV (.csv)' }));
  expect(await screen.findByText(/^No file was saved, because it could not be written\./)).toBeVisible();
});

test('disables the template until a store is chosen', async () => {
  signInAs('nuk', { isAdmin: true, hasReturns: true });
  answerReturns();
  await openReturn();
  expect(screen.getByRole('button', { name: 'Template' })).toHaveAttribute('aria-disabled', 'true');
});

test('exports rejected rows with their reasons', async () => {
  const row = buildRejectedRow(
    7,
    [
      ['ean', 'numberMangled'],
      ['serialNumber', 'serialNumberTwice', 2],
    ],
    { ean: '4.54965E+12', productDescription: '=cmd|x' },
  );
  const { user } = await openReport({ report: buildReadReport({ refused: [row] }) });
  const { file, name } = await download(user, 'Download these rows', 'Excel (.xlsx)');
  const sheet = await loadSheet(file);
  expect(name).toBe('rows-to-edit.xlsx');
  expect((sheet.getRow(1).values as string[]).slice(1).map(findColumn)).toEqual([...fileColumns, 'reason']);
  expect((sheet.getRow(2).values as string[]).slice(1)).toEqual([
    ...row.values,
    'ean code: The spreadsheet has shortened this number, and its last digits are lost. Format the cell as text and type it again.; serial number: Row 2 has the same serial number.',
  ]);
  expect(sheet.getCell(2, 4).type).toBe(excel.ValueType.String);
});
