import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { texts as locales } from '#shared/locales/texts.ts';
import { reasonKeys } from '#shared/returns/file/rejections.ts';
import type { FileReport } from '#shared/returns/file/report.ts';
import { readTexts } from '#web/testing/page.tsx';
import { collectRenders } from '#web/testing/renders.ts';
import { signInAtMorning, bookOneLine, item, reference, rows } from '#web/testing/return-booking.tsx';
import {
  buildAcceptedRow,
  openReport,
  openWithFiles,
  readFile,
  buildReadReport,
  buildRejectedRow,
} from '#web/testing/return-file.ts';

const { file, returns } = locales.en;
const values = ['UK001', 'FILE-1', item.ean, item.label, '01/12/2026', 'XKW1'];
const open = (report: FileReport) => openReport({ report });
const readTableRows = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => readTexts(row.children));

beforeEach(signInAtMorning);

test('reports every row, other sheets and hidden rows', async () => {
  await open(
    buildReadReport({
      accepted: [buildAcceptedRow(2), buildAcceptedRow(3)],
      dropped: [{ row: 4, values, purchaseDate: '2026-12-01' }],
      refused: [
        buildRejectedRow(5, [
          ['ean', 'missing'],
          ['serialNumber', 'serialNumberTwice', 2],
        ]),
        buildRejectedRow(7, [[null, 'beyondColumns']]),
      ],
      otherSheets: ['May', 'June'],
      hiddenRows: [2],
    }),
  );
  expect(readTexts(document.querySelectorAll('.file-numbers div'))).toEqual([
    'Rows in the file5',
    'Accepted2',
    'Left out1',
    'To edit2',
  ]);
  expect(readTableRows('Rows left out')).toEqual([['4', '01/12/2026', item.ean, item.label, 'XKW1']]);
  expect(readTableRows('Rows to edit')).toEqual([
    ['5 Edit', 'ean code', item.ean, file.reasons.missing],
    ['5 ', 'serial number', 'R5', 'Row 2 has the same serial number.'],
    ['7 Edit', '', '', file.reasons.beyondColumns],
  ]);
  expect(screen.getByText('Only one sheet was read. These were not: May, June')).toBeVisible();
  expect(screen.getByText('Rows that Excel hides were read as well. Row 2')).toBeVisible();
});

test('shows the specification’s error messages with row numbers', async () => {
  await open(
    buildReadReport({
      refused: [
        ...[2, 3, 4].map((row) => buildRejectedRow(row, [['ean', 'missing']])),
        buildRejectedRow(9, [
          ['ean', 'missing'],
          ['serialNumber', 'missing'],
        ]),
      ],
    }),
  );
  expect(screen.getByText('Missing ean code in at least one line of the file')).toBeVisible();
  expect(screen.getByText('Rows 2–4, 9')).toBeVisible();
  expect(screen.getByText('Missing serial number in at least one line of the file')).toBeVisible();
  expect(screen.getByText('Row 9')).toBeVisible();
  expect(screen.getByText('There is nothing to add.')).toBeVisible();
});

const reorderedColumns = [
  'ean',
  'storeId',
  'storeRefNo',
  'productDescription',
  'purchaseDate',
  'serialNumber',
] as const;
const findOrderButton = () => screen.getByRole('button', { name: 'Put the columns in order' });

test('renders no row of the report while the reference is typed', async () => {
  const { user } = await open(
    buildReadReport({
      accepted: [buildAcceptedRow(2)],
      refused: [buildRejectedRow(3, [['ean', 'missing']]), buildRejectedRow(4, [['ean', 'missing']])],
    }),
  );
  const renderedElements = await collectRenders(() => user.type(reference(), 'RET-1'));
  expect(renderedElements.length).toBeGreaterThan(0);
  expect(renderedElements.filter((element) => element.closest('tr'))).toEqual([]);
});

test('does not block submit while the column order is not confirmed', async () => {
  const { user, bookings } = await openWithFiles({
    report: buildReadReport({ accepted: [buildAcceptedRow(2)], reordered: [...reorderedColumns] }),
  });
  await readFile(user);
  await bookOneLine(user);
  await waitFor(() => expect(bookings()).toHaveLength(1));
});

test('reports other problems once the column order is confirmed', async () => {
  const { user } = await open({ outcome: 'refused', code: 'FileEmpty', reordered: [...reorderedColumns] });
  expect(screen.queryByText(file.refusals.FileEmpty)).toBeNull();
  await user.click(findOrderButton());
  expect(screen.getByText(file.refusals.FileEmpty)).toBeVisible();
});

type RejectedFile = Extract<FileReport, { outcome: 'refused' }>;
const tooLargeText =
  'This file is too large. A return has at most 1,000 lines, and a file at most 4 MB. Split it into several files, each with a reference of its own.';

test.each<[RejectedFile['code'], Omit<RejectedFile, 'outcome' | 'code'>, readonly (string | RegExp)[]]>([
  ['FileEmpty', {}, [file.refusals.FileEmpty]],
  ['FileWrongType', {}, [file.refusals.FileWrongType]],
  ['FilePasswordProtected', {}, [file.refusals.FilePasswordProtected]],
  ['FileWithMacros', {}, [file.refusals.FileWithMacros]],
  ['FileTooLarge', {}, [tooLargeText]],
  ['FileDamaged', { row: 17 }, [file.refusals.FileDamaged, 'The file could be read only as far as row 17.']],
  [
    'ReturnsFileWrongHeaders',
    { missing: ['ean'], unknown: ['price'], repeated: ['serialNumber'], otherSheets: ['Lines'] },
    [
      'Wrong headers or wrong order of headers in file',
      'Missing: ean code',
      'Not recognised: price',
      'Present more than once: serial number',
      'Only one sheet was read. These were not: Lines',
    ],
  ],
  [
    'ReturnsFileNotSameStoreReference',
    {
      stores: [
        { storeId: 'UK001', storeRefNo: 'A', rows: [2, 3, 4] },
        { storeId: 'UK001', storeRefNo: '', rows: [5] },
      ],
    },
    [
      'All items must have the same store id and the same store reference number',
      'Store UK001, reference A. Rows 2–4',
      'Store UK001, reference (blank). Row 5',
    ],
  ],
  [
    'ReturnsFileOtherStore',
    { stores: [{ storeId: 'UK009', storeRefNo: 'A', rows: [2, 3] }] },
    [returns.file.refusals.ReturnsFileOtherStore, 'Store UK009, reference A. Rows 2–3'],
  ],
  ['ReturnsFileTooManyLines', { lines: 1200 }, [/^This file has 1,200 lines, and a return has at most 1,000\./]],
])('reports %s and adds nothing', async (code, fields, words) => {
  await open({ outcome: 'refused', code, ...fields });
  for (const text of words) expect(screen.getByText(text)).toBeVisible();
  expect(screen.getByText('Nothing has been added.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Add the accepted/ })).toBeNull();
  expect(rows()).toEqual([]);
});

test('has a distinct text for each reason', () => {
  for (const localeTexts of Object.values(locales)) {
    const words = reasonKeys.map((key) => ({ ...localeTexts.returns.reasons, ...localeTexts.file.reasons })[key]);
    expect(new Set(words).size).toBe(reasonKeys.length);
  }
});
