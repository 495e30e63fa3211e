import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { FileColumn } from '#shared/returns/file/columns.ts';
import type { ReasonKey } from '#shared/returns/file/rejections.ts';
import { choose, signInAs } from '#web/testing/page.tsx';
import {
  answerReturns,
  signInAtMorning,
  bookOneLine,
  enterPurchaseDate,
  field,
  item,
  storeDraft,
  buildDraftLines,
  openReturn,
  reference,
  rows,
  scanLine,
  submit,
} from '#web/testing/return-booking.tsx';
import {
  buildAcceptedRow,
  fileHash,
  openReport,
  openWithFiles,
  readFile,
  buildReadReport,
  buildRejectedRow,
} from '#web/testing/return-file.ts';

const unknownEanRow = buildRejectedRow(5, [['ean', 'eanUnknown']]);
/** Row that is left out, because its purchase date is in the future. */
const droppedRow = {
  row: 4,
  values: ['UK001', 'FILE-1', item.ean, '', '01/12/2026', 'D4'],
  purchaseDate: '2026-12-01',
};

const open = (report: Parameters<typeof buildReadReport>[0]) => openReport({ report: buildReadReport(report) });
const getInput = (name: string) => field(`row.${name}`).getByRole('textbox');
const getButton = (name: string) => screen.getByRole('button', { name });
const getEditor = (row: number) => within(screen.getByRole('region', { name: `Edit row ${row}` }));

beforeEach(signInAtMorning);

test('rejects a row whose serial number is already in the return', async () => {
  const { user } = await open({ refused: [buildRejectedRow(5, [['ean', 'eanUnknown']], { serialNumber: 'SNA1' })] });
  await scanLine(user, 'SNA1');
  await user.click(getButton('Edit row 5'));
  await user.click(getEditor(5).getByRole('button', { name: 'Add line' }));
  expect(field('row.serialNumber').getByText('Line 1 already has this serial number.')).toBeVisible();
  expect(rows()).toHaveLength(1);
});

test.each<[FileColumn & ('ean' | 'purchaseDate' | 'serialNumber'), ReasonKey, string]>([
  ['ean', 'numberMangled', '4.54965E+12'],
  ['serialNumber', 'notText', '2005-03-01'],
  ['serialNumber', 'unseen', 'SN 1234'],
  ['purchaseDate', 'dateMonthFirst', '03/04/2026'],
  ['purchaseDate', 'dateTurned', '2026-11-10'],
  ['ean', 'otherKeyboard', 'àààà'],
])('shows an altered value and requires retyping it (%s, %s)', async (column, key, value) => {
  const { user } = await open({ refused: [buildRejectedRow(5, [[column, key]], { [column]: value })] });
  await user.click(getButton('Edit row 5'));
  expect(getInput(column)).toHaveValue('');
  expect(getEditor(5).getByText(new RegExp(`in the file: ${value.replaceAll(/[+.]/g, '.')}`))).toBeVisible();
});

test('shows a row with misplaced values and fills in its fields', async () => {
  const { user } = await open({
    refused: [buildRejectedRow(5, [[null, 'misplaced']], { storeId: '', serialNumber: 'SNA1' })],
  });
  const rowText = `FILE-1 | ${item.ean} | ${item.label} | 01/11/2026 | SNA1`;
  expect(screen.getByRole('cell', { name: rowText })).toBeVisible();
  await user.click(getButton('Edit row 5'));
  expect(getEditor(5).getByText(new RegExp(`^In the file: .*SNA1. The values are in the wrong columns`))).toBeVisible();
  expect(getInput('serialNumber')).toHaveValue('SNA1');
  await user.click(getEditor(5).getByRole('button', { name: 'Add line' }));
  expect(rows()).toEqual([['1', item.ean, 'SNA1']]);
});

test.each([
  [{ refused: [unknownEanRow] }, ['1 row is still to be edited (row 5).']],
  [
    { dropped: [droppedRow, { ...droppedRow, row: 5 }] },
    ['2 rows are left out: their purchase dates are in the future (rows 4–5).'],
  ],
  [
    { refused: [unknownEanRow], dropped: [droppedRow] },
    ['1 row is still to be edited (row 5).', '1 row is left out: its purchase date is in the future (row 4).'],
  ],
])('asks before booking a return without all rows of its file', async (report, sentences) => {
  const { user } = await open(report);
  await bookOneLine(user);
  for (const sentence of sentences) expect(await screen.findByText(sentence)).toBeVisible();
});

test('keeps the omitted rows of a closed report until the next file is added', async () => {
  const { user, bookings } = await openReport(
    { report: buildReadReport({ refused: [unknownEanRow] }) },
    { report: buildReadReport({ accepted: [buildAcceptedRow(2)] }) },
  );
  await user.type(reference(), 'FILE-1');
  await enterPurchaseDate(user);
  await scanLine(user, 'SNA1');
  await user.click(getButton('Choose another file'));
  expect(screen.getByRole('region', { name: 'returns.csv: rows that are not in this return' })).toBeVisible();
  await submit(user);
  await user.click(await screen.findByRole('button', { name: 'Back to the report' }));
  await readFile(user);
  await user.click(getButton('Add the accepted lines (1)'));
  expect(screen.queryByText(/rows that are not in this return/)).toBeNull();
  await submit(user);
  await waitFor(() => expect(bookings()).toHaveLength(1));
  expect(bookings()[0]?.body).not.toHaveProperty('left');
});

test('restores rows to be corrected after a reload', async () => {
  storeDraft(buildDraftLines(1), {
    files: [fileHash],
    left: { name: 'returns.csv', refused: [unknownEanRow], dropped: [] },
  });
  answerReturns();
  const { user } = await openReturn();
  const omittedRowsPanel = within(
    screen.getByRole('region', { name: 'returns.csv: rows that are not in this return' }),
  );
  expect(omittedRowsPanel.getByRole('button', { name: 'Download these rows' })).toBeVisible();
  await submit(user);
  expect(await screen.findByText('1 row is still to be edited (row 5).')).toBeVisible();
});

test('saves no draft for a file that was only read', async () => {
  await open({ refused: [unknownEanRow] });
  await act(async () => undefined);
  dispatchEvent(new Event('pagehide'));
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft.'))).toEqual([]);
});

test('blocks submit while a row is edited, until it is canceled', async () => {
  const { user, bookings } = await open({ refused: [unknownEanRow] });
  await user.click(getButton('Edit row 5'));
  await user.type(getInput('serialNumber'), 'X');
  const primaryButtons = [...document.querySelectorAll('button[class*="variant-primary"]')];
  expect(primaryButtons.map(({ textContent }) => textContent)).toEqual(['Book return']);
  await submit(user);
  expect(screen.getAllByText('Row 5 is still being edited. Add it or cancel.')[0]).toBeVisible();
  await user.click(getEditor(5).getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('region', { name: 'Edit row 5' })).toBeNull();
  await waitFor(() => expect(getButton('Edit row 5')).toHaveFocus());
  expect(bookings()).toEqual([]);
});

test('locks the admin’s store while lines of a file remain', async () => {
  signInAs('nuk', { isAdmin: true, hasReturns: true });
  const { user, bookings } = await openWithFiles({ report: buildReadReport({ accepted: [buildAcceptedRow(2)] }) });
  await choose(user, 'storeId', /Oxford Street/);
  await readFile(user);
  await user.click(getButton('Add the accepted lines (1)'));
  expect(field('storeId').getByText(/^Lines from a file are for this store\./)).toBeVisible();
  await user.click(field('storeId').getAllByRole('button')[0] as HTMLElement);
  expect(screen.queryByRole('option', { name: /Princes Street/ })).toBeNull();
  await user.click(getButton('Remove line 1'));
  await choose(user, 'storeId', /Princes Street/);
  await enterPurchaseDate(user);
  await scanLine(user, 'SNA1');
  await submit(user);
  await waitFor(() => expect(bookings()).toHaveLength(1));
  expect(bookings()[0]?.body).toMatchObject({ storeId: 'UK002', files: [] });
  expect(bookings()[0]?.body).not.toHaveProperty('filesStoreId');
});
