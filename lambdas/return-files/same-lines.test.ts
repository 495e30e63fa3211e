import { describe, expect, test } from '@jest/globals';
import ExcelJS from 'exceljs';
import { readTable } from '#lambdas/spreadsheets/read-table.ts';
import { acceptedOf, cellsOf, context, goodLines, headers } from '#lambdas/testing/files/lines.ts';
import type { FileReport } from '#shared/returns/file/report.ts';
import { reportOnTable } from './lines/report.ts';

const lines = goodLines(300);
const expected: Partial<FileReport> = {
  outcome: 'read',
  storeId: 'ST-100',
  storeRefNo: 'RÉF 7/2026',
  rows: 300,
  accepted: acceptedOf(lines) as never,
  dropped: [],
  refused: [],
  otherSheets: [],
  hiddenRows: [],
  unnamed: [],
  contradictions: [],
};

const read = async (bytes: Uint8Array) => reportOnTable(await readTable(bytes), context);

const workbook = async (dateFormat: string, { is1904 = false, isTyped = false } = {}) => {
  const book = new ExcelJS.Workbook();
  book.properties.date1904 = is1904;
  const sheet = book.addWorksheet('Returns');
  sheet.addRow(headers);
  for (const line of lines) {
    const cells: ExcelJS.CellValue[] = cellsOf(line);
    if (!isTyped) {
      cells[2] = Number(line.ean);
      cells[4] = new Date(`${line.purchaseDate}T00:00:00Z`);
    }
    sheet.addRow(cells);
  }
  sheet.getColumn(5).numFmt = dateFormat;
  return new Uint8Array(await book.xlsx.writeBuffer());
};

const quoted = (text: string, delimiter: string) =>
  text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

const csv = (delimiter: string, date: (iso: string) => string, end = '\r\n') =>
  [headers, ...lines.map((line) => cellsOf({ ...line, purchaseDate: date(line.purchaseDate) }))]
    .map((cells) => cells.map((cell) => quoted(cell, delimiter)).join(delimiter) + end)
    .join('');

const british = (iso: string) => iso.split('-').toReversed().join('/');
const german = (iso: string) => iso.split('-').toReversed().join('.');
const asIs = (iso: string) => iso;

/** Latin-1 but for the signs that Windows has put where Latin-1 has none. */
const windows1252 = (text: string) => {
  const own = new Map([
    ['€', 0x80],
    ['„', 0x84],
    ['“', 0x93],
    ['”', 0x94],
    ['’', 0x92],
    ['–', 0x96],
    ['œ', 0x9c],
    ['Œ', 0x8c],
  ]);
  return Uint8Array.from([...text], (sign) => own.get(sign) ?? sign.codePointAt(0) ?? 0);
};

const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');

describe('the same content reads to the same lines', () => {
  test.each<[string, () => Promise<Uint8Array> | Uint8Array]>([
    ['.xlsx with real dates and EANs as numbers', () => workbook('dd/mm/yyyy')],
    ['.xlsx with German dates', () => workbook('dd.mm.yyyy;@')],
    ['.xlsx whose dates count from 1904', () => workbook('yyyy-mm-dd', { is1904: true })],
    ['.xlsx of nothing but texts', () => workbook('@', { isTyped: true })],
    ['; Windows-1252 .csv', () => windows1252(csv(';', german))],
    [', UTF-8 .csv', () => Buffer.from(csv(',', british))],
    [', UTF-8 .csv with a mark', () => Buffer.from(`\uFEFF${csv(',', british)}`)],
    ['; UTF-8 .csv of LF', () => Buffer.from(csv(';', asIs, '\n'))],
    [', .csv of CR, as old Macs wrote', () => Buffer.from(csv(',', asIs, '\r'))],
    ['tab-separated, as it is pasted', () => Buffer.from(csv('\t', german, '\n'))],
    ['tab-separated UTF-16, Excel’s “Unicode text”', () => utf16(csv('\t', german))],
    ['sep=; in front', () => Buffer.from(`sep=;\r\n${csv(';', british)}`)],
    ['a last line without an end', () => Buffer.from(csv(',', british).trimEnd())],
    ['="…" around codes', () => Buffer.from(csv(';', british).replaceAll(/;(\d{13});/g, ';="$1";'))],
  ])('%s', async (_, bytes) => {
    expect(await read(await bytes())).toEqual(expected);
  });
});
