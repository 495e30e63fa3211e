import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import {
  signInAtMorning,
  bookOneLine,
  field,
  item,
  storeDraft,
  buildDraftLines,
  reference,
  rows,
  submit,
} from '#web/testing/return-booking.tsx';
import {
  buildAcceptedRow,
  buildCsvFile,
  fileHash,
  openReport,
  readFile,
  buildReadReport,
  buildRejectedRow,
} from '#web/testing/return-file.ts';

const report = buildReadReport({ accepted: [buildAcceptedRow(2), buildAcceptedRow(3)] });
const findAddButton = (count: number) => screen.findByRole('button', { name: `Add the accepted lines (${count})` });

beforeEach(signInAtMorning);

test('adds doubtful rows only by a separate button', async () => {
  const { row: _, ...line } = buildAcceptedRow(3, 'NONE');
  const doubtfulRow = { ...buildRejectedRow(3, [['serialNumber', 'serialNumberUnlikely']]), line };
  const { user } = await openReport({
    report: buildReadReport({ accepted: [buildAcceptedRow(2)], refused: [doubtfulRow] }),
  });
  await user.click(await findAddButton(1));
  expect(rows()).toEqual([['1', item.ean, 'F2']]);
  await user.click(screen.getByRole('button', { name: 'Add them as they are (1)' }));
  expect(rows()).toEqual([
    ['2', item.ean, 'NONE'],
    ['1', item.ean, 'F2'],
  ]);
  expect(screen.queryByText(/whose serial number is doubtful/)).not.toBeInTheDocument();
});

test('adds accepted lines, the reference and the file’s hash', async () => {
  const { user, bookings } = await openReport({ report });
  await user.click(await findAddButton(2));
  expect(rows()).toEqual([
    ['2', item.ean, 'F3'],
    ['1', item.ean, 'F2'],
  ]);
  expect(reference()).toHaveValue('FILE-1');
  expect(screen.getByText('2 lines added', { selector: ':not([role=status])' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Lines' })).toHaveFocus();
  await submit(user);
  await waitFor(() => expect(bookings()).toHaveLength(1));
  const { row: _, ...line } = buildAcceptedRow(2);
  expect(bookings()[0]?.body).toEqual({
    id: expect.any(String),
    storeRefNo: 'FILE-1',
    files: [fileHash],
    filesStoreId: 'UK001',
    lines: [line, { ...line, serialNumber: 'F3' }],
  });
});

test('blocks submit while lines of a file are not added', async () => {
  const { user, bookings } = await openReport({ report });
  await bookOneLine(user);
  expect(
    screen.getAllByText('These lines have not been added yet. Add them, or choose another file.')[0],
  ).toBeVisible();
  expect(screen.getByRole('button', { name: 'Add under RET-1 (2)' })).toHaveFocus();
  expect(bookings()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Choose another file' }));
  await submit(user);
  await waitFor(() => expect(bookings()).toHaveLength(1));
});

test.each([
  ['keeps the return’s', 'Add under RET-1 (2)', 'RET-1'],
  ['takes the file’s', 'Add under FILE-1 (2)', 'FILE-1'],
])('%s reference if both have one', async (_, button, expected) => {
  storeDraft(buildDraftLines(1), { storeRefNo: 'RET-1' });
  const { user } = await openReport({ report });
  expect(
    screen.getByText('The file names the reference FILE-1, this return has RET-1. Which one is right?'),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: button }));
  expect(reference()).toHaveValue(expected);
  expect(rows()).toHaveLength(3);
});

test('does not ask about a reference that differs only in case', async () => {
  storeDraft(buildDraftLines(1), { storeRefNo: ' file-1' });
  const { user } = await openReport({ report });
  await user.click(await findAddButton(2));
  expect(reference()).toHaveValue(' file-1');
});

test('skips lines that are already in the return', async () => {
  const { user, bookings } = await openReport(
    { report },
    {
      report: buildReadReport({ accepted: [buildAcceptedRow(2), buildAcceptedRow(3), buildAcceptedRow(4)] }),
      hash: 'b'.repeat(64),
    },
    { report },
  );
  await user.click(await findAddButton(2));
  await user.click(screen.getByRole('button', { name: 'Choose another file' }));
  await readFile(user, buildCsvFile('more.csv'));
  expect(screen.getByText('2 rows are already in this return and will not be added again.')).toBeVisible();
  await user.click(await findAddButton(1));
  expect(rows().map(([, , serial]) => serial)).toEqual(['F4', 'F3', 'F2']);
  await user.click(screen.getByRole('button', { name: 'Choose another file' }));
  await readFile(user);
  expect(screen.getByText('All accepted rows are already in this return.')).toBeVisible();
  await submit(user);
  await waitFor(() => expect(bookings()[0]?.body?.['files']).toEqual([fileHash, 'b'.repeat(64)]));
});

test('adds a duplicate serial number of another product and reports it', async () => {
  storeDraft(
    buildDraftLines(1, () => ({ serialNumber: 'F2', product: 'another' })),
    { storeRefNo: 'FILE-1' },
  );
  const { user } = await openReport({ report });
  await user.click(await findAddButton(2));
  expect(rows()).toHaveLength(3);
  expect(document.querySelector('[data-line="2"]')).toHaveTextContent('Line 1 already has this serial number.');
});

test('rejects a file that exceeds a thousand lines in total', async () => {
  storeDraft(buildDraftLines(999), { storeRefNo: 'FILE-1' });
  const { user, bookings } = await openReport({ report });
  expect(
    screen.getByText(
      'The file adds 2 lines, and this return has room for 1. Book this return first, or split the file.',
    ),
  ).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Add the accepted/ })).toBeNull();
  await submit(user);
  await waitFor(() => expect(bookings()).toHaveLength(1));
});

test('rejects more than twenty files', async () => {
  const files = Array.from({ length: 20 }, (_, index) => String(index % 10).repeat(64));
  storeDraft(buildDraftLines(1), { storeRefNo: 'FILE-1', files });
  await openReport({ report });
  expect(screen.getByText('A return takes lines from no more than 20 files.')).toBeVisible();
});

test('looks up each serial number of a file once', async () => {
  const { user, serialNumberLookups } = await openReport({ report });
  await user.click(await findAddButton(2));
  await waitFor(() => expect(serialNumberLookups()).toEqual([{ serialNumbers: ['F2', 'F3'] }]));
  await user.click(screen.getByRole('button', { name: 'Edit line 1' }));
  const serial = field('line.serialNumber').getByRole('textbox');
  await user.clear(serial);
  await user.type(serial, 'new-2{Enter}');
  await waitFor(() => expect(serialNumberLookups().slice(1)).toEqual([{ serialNumbers: ['NEW-2'] }]));
});
