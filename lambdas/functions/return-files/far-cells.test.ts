import { describe, expect, test } from '@jest/globals';
import { parseUsers } from '#lambdas/functions/user-files/rows/parse-users.ts';
import { readTable } from '#lambdas/lib/spreadsheets/read-table.ts';
import type { Row } from '#lambdas/lib/spreadsheets/table.ts';
import { toCells, context, buildGoodLines, headers } from '#lambdas/testing/files/lines.ts';
import {
  buildSheetXml,
  buildTextRows,
  buildWorkbook,
  buildWorkbookParts,
  buildZip,
} from '#lambdas/testing/files/workbook.ts';
import { fileReport } from '#shared/returns/file/report.ts';
import { userColumns } from '#shared/users/file/columns.ts';
import { reportOnTable } from './lines/build-report.ts';

const lines = buildGoodLines(2).map((line) => ({ ...line, productDescription: '' }));
const rows = [headers, ...lines.map(toCells)];

const reportOn = async (bytes: Uint8Array) => fileReport.parse(reportOnTable(await readTable(bytes), context));

const buildInlineCell = (address: string, text: string) =>
  `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`;
const buildWorkbookWith = (cells: string) => buildWorkbook(buildTextRows(rows).replace(/<\/row>$/, `${cells}</row>`));

/** Adds a text to row 3 in column DA, the 105th: 99 separators after the six columns that are read. */
const buildTextWith = (text: string) =>
  Buffer.from(
    rows.map((cells, index) => `${cells.join(';')}${index === 2 ? `${';'.repeat(99)}${text}` : ''}\r\n`).join(''),
  );

describe('a cell beyond the columns that are read', () => {
  test.each([
    ['a workbook', buildWorkbookWith(buildInlineCell('DA3', 'note'))],
    ['a text file', buildTextWith('note')],
  ])('in %s is ignored and reported', async (_, bytes) =>
    expect(await reportOn(bytes)).toMatchObject({
      accepted: [{ row: 2 }, { row: 3 }],
      refused: [],
      setAside: { rows: [], columns: [], cells: { count: 1, named: [{ cell: 'DA3', text: 'note' }] } },
    }),
  );

  test('that is alone in its row is reported and adds no row', async () => {
    const bytes = buildWorkbook(`${buildTextRows(rows)}<row r="1048576">${buildInlineCell('XFD1048576', 'x')}</row>`);
    expect(await reportOn(bytes)).toMatchObject({
      rows: 2,
      setAside: { rows: [], cells: { count: 1, named: [{ cell: 'XFD1048576', text: 'x' }] } },
    });
  });

  test('is counted even if it is not listed', async () => {
    const report = await reportOn(buildTextWith(Array.from({ length: 300 }, (_, index) => `n${index}`).join(';')));
    expect(report.setAside?.cells?.count).toBe(300);
    expect(report.setAside?.cells?.named.map(({ cell }) => cell)).toEqual(['DA3', 'DB3', 'DC3']);
  });

  test('without visible content is not reported', async () => {
    expect(await reportOn(buildTextWith(';; ; '))).not.toHaveProperty('setAside');
    expect(await reportOn(buildWorkbookWith('<c r="DA3" t="str"><f>x</f><v></v></c>'))).not.toHaveProperty('setAside');
  });

  test('causes the rejection of its row in a file of users', () => {
    const row: Row = {
      number: 2,
      cells: ['anna@store.example', 'UK-1', 'One', 'true', 'false', 'false'],
      far: { count: 1, named: [] },
    };
    const header = { number: 1, cells: userColumns };
    const table = { header, rows: [row], otherSheets: [], hiddenRows: [], spellings: [] };
    expect(parseUsers(table, { returnsAvailable: true })).toMatchObject({
      refused: [{ row: 2, reasons: [{ column: null, key: 'beyondColumns' }] }],
    });
  });
});

test('ignores the part of a merged range below the last line', async () => {
  const mergedSheet = buildSheetXml(
    buildTextRows(rows.map((cells, index) => (index === 2 ? cells.with(0, '') : cells))),
    '<mergeCells><mergeCell ref="A2:A1048576"/></mergeCells>',
  );
  const bytes = buildZip(buildWorkbookParts({ sheets: [{ name: 'Returns', xml: mergedSheet }] }));
  expect(await reportOn(bytes)).toMatchObject({ accepted: [{ row: 2 }, { row: 3 }] });
});
