import { decodeAs } from '#lambdas/lib/spreadsheets/charset.ts';
import type { Charset } from '#shared/text/spreadsheet.ts';
import { toCells, buildGoodLines, headers } from './lines.ts';
import type { SheetPart } from './workbook.ts';
import { buildSheetXml, stylesXml, buildTextRows, buildWorkbook, buildWorkbookParts, buildZip } from './workbook.ts';

// These are unusual files like those of stores, each reduced to what is unusual about it.

const lines = buildGoodLines(3).map((line) => ({ ...line, productDescription: '' }));
const lineCells = lines.map(toCells);
const [firstLine = [], secondLine = [], thirdLine = []] = lineCells;

const buildText = (rows: readonly (readonly string[])[], delimiter = ';') =>
  Buffer.from(rows.map((cells) => `${cells.join(delimiter)}\r\n`).join(''));

const addDescription = (description: string) => firstLine.with(3, description);

/** Encodes a text in a single-byte character set. */
const encode = (charset: Charset, content: string) => {
  const characters = decodeAs(
    charset,
    Uint8Array.from({ length: 256 }, (_, byte) => byte),
  );
  return Uint8Array.from(content, (character) => characters.indexOf(character));
};

const encodeDescriptions = (charset: Charset, ...descriptions: string[]) =>
  encode(
    charset,
    buildText([
      headers,
      ...descriptions.map((description, index) => (lineCells[index] ?? []).with(3, description)),
    ]).toString(),
  );

const sheet: SheetPart = { name: 'Returns', xml: buildSheetXml(buildTextRows([headers, firstLine])) };
const workbookParts = buildWorkbookParts({ sheets: [sheet] });
const changeParts = (name: RegExp, change: (text: string) => string) =>
  buildZip(
    workbookParts.map((part) => (name.test(part.name) ? { ...part, content: change(String(part.content)) } : part)),
  );

const toColumnLetter = (index: number) => String.fromCharCode(65 + index);

const buildRowWith = (number: number, cells: readonly string[], column: number, cell: string) =>
  `<row r="${number}">${cells
    .map((value, index) =>
      index === column ? cell : `<c r="${toColumnLetter(index)}${number}" t="inlineStr"><is><t>${value}</t></is></c>`,
    )
    .join('')}</row>`;

/** Excel's serial number 46306 is 11 October 2026. */
const buildDateCell = (number: number) => `<c r="E${number}" s="1"><v>46306</v></c>`;

const buildCompoundFile = (stream: string) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504), Buffer.from(stream, 'utf16le')]);

export const oddFiles = {
  'a title above': buildText([['Returns of November, shop 7'], [], headers, firstLine, secondLine]),
  'a title above, in a file with commas': buildText([['Returns; November'], headers, firstLine], ','),
  'a title over merged cells': buildWorkbook(
    `<row r="1"><c r="A1" t="inlineStr"><is><t>Returns</t></is></c></row>${buildTextRows([[], headers, firstLine]).replace('<row r="1"></row>', '')}`,
    { after: '<mergeCells><mergeCell ref="A1:F1"/></mergeCells>' },
  ),
  'a total and a note below': buildText([
    headers,
    firstLine,
    secondLine,
    ['Total', '', '', '', '', '2'],
    [],
    ['All checked by Kim'],
  ]),
  'a total that is a formula': buildWorkbook(
    buildTextRows([headers, firstLine]) +
      buildRowWith(3, ['Total', '', '', '', '', ''], 5, '<c r="F3"><f>COUNTA(F2:F2)</f><v>1</v></c>'),
  ),
  'a repeated header': buildText([headers, firstLine, headers, secondLine]),
  'further columns': buildText([[...headers, 'price', 'checked'], [...firstLine, '49.99', 'x'], secondLine]),
  'no headers': buildText([firstLine, secondLine, thirdLine], '\t'),
  'no headers, and a single row': buildText([firstLine], '\t'),
  'no headers, and only what is needed': buildText(
    lineCells.map((cells) => [cells[5] ?? '', cells[4] ?? '', cells[2] ?? '']),
    '\t',
  ),
  'no headers, and two columns of EANs': buildText(
    lineCells.map((cells) => [cells[2] ?? '', cells[2] ?? '', cells[4] ?? '', cells[5] ?? '']),
    '\t',
  ),
  'a description of another product': buildText([headers, addDescription('Mario Kart World'), secondLine]),
  'month-first text dates and date cells': buildWorkbook(
    buildTextRows([headers, firstLine.with(4, '11/15/2026')]) + buildRowWith(3, secondLine, 4, buildDateCell(3)),
  ),
  'words with an apostrophe': buildText([headers, addDescription("'90s Arcade"), secondLine.with(3, "'n Sync 2")]),
  'CSV (Macintosh)': encodeDescriptions('macintosh', 'Pokémon Épée', 'Größe „M“', 'Édition spéciale'),
  'CSV (MS-DOS)': encodeDescriptions('ibm850', 'Pokémon', 'Straße', 'Zubehör für Müller'),
  'one word that could be in two character sets': encodeDescriptions('macintosh', 'Édition'),
  'too few words to be sure': encodeDescriptions('macintosh', 'Pokémon'),
  'foreign names in Windows-1252': encodeDescriptions('windows-1252', 'Škoda für 5 €', 'Señor', 'naïve'),
  'only foreign names in Windows-1252': encode(
    'windows-1252',
    buildText([
      headers,
      ...['Škoda', 'Žižek', 'Škola'].map((name, index) => (lineCells[index] ?? []).with(1, 'R-7').with(3, name)),
    ]).toString(),
  ),
  'zip entry names with backslashes': buildZip(
    workbookParts.map((part) => ({ ...part, name: part.name.replaceAll('/', '\\') })),
  ),
  'relationship targets with backslashes': changeParts(/workbook\.xml\.rels$/, (xml) =>
    xml.replace('worksheets/sheet1.xml', 'worksheets\\sheet1.xml'),
  ),
  'cell references in lower case': changeParts(/sheet1\.xml$/, (xml) =>
    xml.replaceAll(/ r="([A-F]\d)"/g, (reference) => reference.toLowerCase()),
  ),
  'parts in UTF-16, an empty sheet in front': buildZip(
    buildWorkbookParts({ sheets: [{ name: 'Empty', xml: buildSheetXml('') }, sheet] }).map((part) => ({
      ...part,
      content: Buffer.from(`\uFEFF${String(part.content).replace('UTF-8', 'UTF-16')}`, 'utf16le'),
    })),
  ),
  'as many styles as Excel has': buildWorkbook(buildTextRows([headers, firstLine]), {
    styles: stylesXml.replace(
      '</cellXfs>',
      `${Array.from({ length: 64_000 }, (_, id) => `<xf numFmtId="0" fontId="${id % 500}" applyFont="1"/>`).join('')}</cellXfs>`,
    ),
  }),
  'a formula with a stored text': buildWorkbook(
    buildTextRows([headers]) +
      buildRowWith(2, firstLine, 3, '<c r="D2" t="str"><f>VLOOKUP(C2,x,2)</f><v>Zelda</v></c>'),
  ),
  '.xls': buildCompoundFile('Workbook'),
  '.xls before Excel 97': buildCompoundFile('Book'),
  'a document of Word before 2007': buildCompoundFile('WordDocument'),
  '.xlsb': buildZip([...workbookParts, { name: 'xl/workbook.bin', content: 'x' }]),
  '.ods': buildZip([
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet', method: 0 },
    { name: 'content.xml', content: '<a/>' },
  ]),
  'a text of OpenDocument': buildZip([
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.text', method: 0 },
  ]),
  '.numbers': buildZip([
    { name: 'Index/Document.iwa', content: 'x' },
    { name: 'Index/Tables/DataList.iwa', content: 'x' },
  ]),
} as const satisfies Record<string, Uint8Array>;
