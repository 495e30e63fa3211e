import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { FileReport } from '#shared/returns/file/report.ts';
import { readTexts } from '#web/testing/page.tsx';
import { signInAtMorning, field, item, reference, rows } from '#web/testing/return-booking.tsx';
import {
  buildAcceptedRow,
  openReport,
  buildReadReport,
  buildRejectedRow,
  findReportHeading,
} from '#web/testing/return-file.ts';

const open = (...reports: readonly FileReport[]) => openReport(...reports.map((report) => ({ report })));
const getContinueButton = () => screen.getByRole('button', { name: 'Continue' });
const hasQuestions = () => screen.queryByRole('button', { name: 'Continue' }) !== null;
const queryAddButton = () => screen.queryByRole('button', { name: /^Add the accepted/ });

beforeEach(signInAtMorning);

describe('rows and columns that are not lines', () => {
  const setAside = {
    rows: [
      { row: 1, text: 'Returns of November' },
      ...Array.from({ length: 12 }, (_, index) => ({ row: index + 9, text: `Note ${index}` })),
    ],
    columns: ['price', 'checked'],
  };

  test('asks about them only once, then lists them in the report', async () => {
    const { user, requestBodies } = await open(buildReadReport({ accepted: [buildAcceptedRow(3)], setAside }));
    expect(queryAddButton()).toBeNull();
    expect(screen.getByText('Wrong headers or wrong order of headers in file')).toBeVisible();
    expect(screen.getByText('A return does not need these columns. They are left out: price | checked')).toBeVisible();
    expect(screen.getByText('Row 1: Returns of November')).toBeVisible();
    expect(screen.queryByText('Row 20: Note 11')).toBeNull();
    expect(screen.getByText('and 3 more rows like these')).toBeVisible();
    await user.click(getContinueButton());
    expect(await findReportHeading()).toHaveFocus();
    expect(hasQuestions()).toBe(false);
    expect(screen.getByText('Not counted above, because they are not lines of a return. Rows 1, 9–20')).toBeVisible();
    expect(queryAddButton()).toBeVisible();
    expect(requestBodies('files')).toHaveLength(1);
  });

  test('asks about them together with reordered columns', async () => {
    const { user } = await open(
      buildReadReport({
        accepted: [buildAcceptedRow(3)],
        setAside: { rows: [{ row: 1, text: 'Title' }], columns: [] },
        reordered: ['ean', 'storeId', 'storeRefNo', 'productDescription', 'purchaseDate', 'serialNumber'],
      }),
    );
    expect(screen.getByText('All columns are there, just in a different order.')).toBeVisible();
    expect(screen.getByText('Row 1: Title')).toBeVisible();
    await user.click(getContinueButton());
    expect(hasQuestions()).toBe(false);
    expect(queryAddButton()).toBeVisible();
  });
});

test('shows how columns without headers were interpreted', async () => {
  const { user } = await open(
    buildReadReport({
      accepted: [buildAcceptedRow(1)],
      guessed: [
        { column: 'serialNumber', example: 'XKW1' },
        { column: null, example: 'x' },
        { column: 'ean', example: item.ean },
      ],
    }),
  );
  const list = within(screen.getByText(/^This file has no headers/).parentElement as HTMLElement);
  expect(readTexts(list.getAllByRole('listitem'))).toEqual([
    'serial number: XKW1',
    '(not used): x',
    `ean code: ${item.ean}`,
  ]);
  await user.click(getContinueButton());
  expect(queryAddButton()).toBeVisible();
});

describe('dates with the month in front', () => {
  const doubtfulDates = [
    { row: 2, text: '11/15/2026', monthFirst: '2026-11-15', asShown: '2026-11-15' },
    { row: 3, monthFirst: '2026-11-10', asShown: '2026-10-11' },
  ];
  const report = buildReadReport({
    refused: [buildRejectedRow(2, [['purchaseDate', 'dateMonthFirst']], { purchaseDate: '11/15/2026' })],
    setAside: { rows: [{ row: 1, text: 'Title' }], columns: [] },
    doubtfulDates,
  });
  const getChoice = (name: RegExp) => screen.getByRole('radio', { name });

  test('offers both interpretations and rereads the file with the chosen one', async () => {
    const rereadReport = buildReadReport({
      accepted: [buildAcceptedRow(2), buildAcceptedRow(3)],
      setAside: report.setAside,
    });
    const { user, requestBodies, uploads } = await open(report, rereadReport);
    const monthFirst = getChoice(/^The month comes first in all/);
    const asShown = getChoice(/^Cells formatted as dates/);
    expect(monthFirst.closest('label')?.parentElement ?? document.body).toHaveTextContent(
      'Row 2: 11/15/2026 is 15 November 2026. Row 3: 11/10/2026 is 10 November 2026.',
    );
    expect(asShown.closest('label')?.parentElement ?? document.body).toHaveTextContent(
      'Row 3: 11/10/2026 is 11 October 2026.',
    );
    for (const choice of screen.getAllByRole('radio')) expect(choice).not.toBeChecked();
    await user.click(getContinueButton());
    expect(screen.getByText('Field is required.')).toBeVisible();
    expect(hasQuestions()).toBe(true);
    expect(requestBodies('files')).toHaveLength(1);
    await user.click(getChoice(/^The month comes first in all/));
    await user.click(getContinueButton());
    expect(await screen.findByRole('button', { name: 'Add the accepted lines (2)' })).toBeVisible();
    expect(hasQuestions()).toBe(false);
    expect(uploads).toHaveLength(2);
    expect(requestBodies('files')).toEqual([{ key: 'uploads/0' }, { key: 'uploads/1', dates: 'monthFirst' }]);
  });

  test('keeps the rows for manual correction if no interpretation fits', async () => {
    const { user, requestBodies } = await open(report);
    await user.click(getChoice(/^None of these/));
    await user.click(getContinueButton());
    expect(screen.getByRole('table', { name: 'Rows to edit' })).toBeVisible();
    expect(requestBodies('files')).toHaveLength(1);
  });

  test('offers one interpretation if no cells are formatted as dates', async () => {
    await open(buildReadReport({ doubtfulDates: doubtfulDates.slice(0, 1) }));
    expect(screen.getAllByRole('radio')).toHaveLength(2);
  });
});

describe('cells formatted as dates with day and month swapped', () => {
  const report = buildReadReport({
    refused: [buildRejectedRow(3, [['purchaseDate', 'dateTurned']], { purchaseDate: '2026-11-10' })],
    doubtfulDates: [{ row: 3, turned: '2026-10-11', asShown: '2026-11-10' }],
  });
  const getChoice = (name: RegExp) => screen.getByRole('radio', { name });

  test('offers both interpretations and rereads the file with the chosen one', async () => {
    const { user, requestBodies } = await open(report, buildReadReport({ accepted: [buildAcceptedRow(3)] }));
    expect(screen.getByText(/^No cell formatted as a date has a day after the 12th/)).toBeVisible();
    const swapped = getChoice(/^Day and month are swapped/);
    const asShown = getChoice(/^All dates are right/);
    expect(screen.getAllByRole('radio')).toHaveLength(3);
    expect(swapped.closest('label')?.parentElement ?? document.body).toHaveTextContent(
      'Row 3: 10/11/2026 is 11 October 2026.',
    );
    expect(asShown.closest('label')?.parentElement ?? document.body).toHaveTextContent(
      'Row 3: 10/11/2026 is 10 November 2026.',
    );
    await user.click(swapped);
    await user.click(getContinueButton());
    expect(await screen.findByRole('button', { name: 'Add the accepted lines (1)' })).toBeVisible();
    expect(requestBodies('files')).toEqual([{ key: 'uploads/0' }, { key: 'uploads/1', dates: 'turned' }]);
  });

  test('requires a manually corrected date to be retyped', async () => {
    const { user } = await open(report);
    await user.click(getChoice(/^None of these/));
    await user.click(getContinueButton());
    await user.click(screen.getByRole('button', { name: 'Edit row 3' }));
    const editor = within(screen.getByRole('region', { name: 'Edit row 3' }));
    expect(editor.getByText(/may have swapped day and month here/)).toBeVisible();
    expect(field('row.purchaseDate').getByRole('textbox')).toHaveValue('');
  });
});

test('lists the cells far to the right that are left out', async () => {
  const cells = {
    count: 5,
    named: [
      { cell: 'DA2', text: 'note' },
      { cell: 'DB2', text: '3.99' },
    ],
  };
  const { user } = await open(
    buildReadReport({ accepted: [buildAcceptedRow(2)], setAside: { rows: [], columns: [], cells } }),
  );
  expect(
    screen.getByText('These cells far to the right are left out: DA2 (note) | DB2 (3.99) and 3 more cells'),
  ).toBeVisible();
  await user.click(getContinueButton());
  expect(queryAddButton()).toBeVisible();
});

describe('encodings', () => {
  const spellings = [
    { charset: 'macintosh' as const, words: ['Édition'] },
    { charset: 'windows-1252' as const, words: ['ƒdition'] },
    { charset: 'ibm850' as const, words: ['âdition'] },
  ];

  test('preselects the likeliest one and rereads the file with another', async () => {
    const { user, requestBodies } = await open(
      buildReadReport({ accepted: [buildAcceptedRow(2)], spellings }),
      buildReadReport({ accepted: [buildAcceptedRow(2)] }),
    );
    expect(screen.getByRole('radio', { name: /^Édition/ })).toBeChecked();
    await user.click(screen.getByRole('radio', { name: /^âdition/ }));
    await user.click(getContinueButton());
    await screen.findByRole('button', { name: 'Add the accepted lines (1)' });
    expect(requestBodies('files')).toEqual([{ key: 'uploads/0' }, { key: 'uploads/1', charset: 'ibm850' }]);
  });

  test('decodes text encoded twice unless the user chooses otherwise', async () => {
    const encodedTwice = [
      { charset: 'utf-8-twice' as const, words: ['Pokémon'] },
      { charset: 'utf-8' as const, words: ['PokÃ©mon'] },
    ];
    const { user, requestBodies } = await open(
      buildReadReport({ accepted: [buildAcceptedRow(2)], spellings: encodedTwice }),
      buildReadReport({ accepted: [buildAcceptedRow(2)] }),
    );
    expect(screen.getByRole('radio', { name: /^Pokémon/ })).toBeChecked();
    await user.click(screen.getByRole('radio', { name: /^PokÃ©mon/ }));
    await user.click(getContinueButton());
    await screen.findByRole('button', { name: 'Add the accepted lines (1)' });
    expect(requestBodies('files')).toEqual([{ key: 'uploads/0' }, { key: 'uploads/1', charset: 'utf-8' }]);
  });

  test('does not reread the file if the selection is unchanged', async () => {
    const { user, requestBodies } = await open(buildReadReport({ accepted: [buildAcceptedRow(2)], spellings }));
    await user.click(getContinueButton());
    expect(queryAddButton()).toBeVisible();
    expect(requestBodies('files')).toHaveLength(1);
  });
});

test('uses the return’s reference for a file without one', async () => {
  const { user } = await open(
    buildReadReport({ accepted: [buildAcceptedRow(2)], storeRefNo: '', unnamed: ['storeRefNo'] }),
  );
  expect(screen.getByText('The file names no reference. Its lines get the reference of this return.')).toBeVisible();
  await user.type(reference(), 'RET-9');
  await user.click(screen.getByRole('button', { name: 'Add the accepted lines (1)' }));
  expect(rows()).toEqual([['1', item.ean, 'F2']]);
  expect(reference()).toHaveValue('RET-9');
});

test('warns about a description that contradicts the EAN', async () => {
  await open(
    buildReadReport({
      accepted: [buildAcceptedRow(2)],
      unnamed: ['storeId'],
      contradictions: [{ row: 2, productDescription: 'Mario Kart World', product: 'super-mario-odyssey' }],
    }),
  );
  expect(
    screen.getByText('Row 2: the file says “Mario Kart World”, the EAN is that of “Super Mario Odyssey”.'),
  ).toBeVisible();
  expect(screen.getByText('The file names no store. It was read for store UK001.')).toBeVisible();
  expect(queryAddButton()).toBeVisible();
});
