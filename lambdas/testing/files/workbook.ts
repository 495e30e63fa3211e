import type { ZipPart } from './zip.ts';
import { zipOf } from './zip.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** A sheet's part around its rows, and what may follow them. */
export const sheetXml = (rows: string, after = '') =>
  `${head}<worksheet xmlns="${main}"><sheetData>${rows}</sheetData>${after}</worksheet>`;

export const stringsXml = (strings: readonly string[]) =>
  `${head}<sst xmlns="${main}">${strings.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`;

/** Style 0 is General, 1 a date (by Excel's number 14), 2 dd.mm.yyyy, 3 thirteen digits, 4 text. */
export const stylesXml = `${head}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="165" formatCode="0000000000000"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="49"/></cellXfs></styleSheet>`;

export type SheetPart = { readonly name: string; readonly xml: string; readonly state?: string };

/** The parts of a workbook, as Excel lays them out. */
export const workbookParts = ({
  sheets,
  strings,
  styles = stylesXml,
  workbookPr = '',
}: {
  sheets: readonly SheetPart[];
  strings?: string;
  styles?: string;
  workbookPr?: string;
}): ZipPart[] => {
  const list = sheets.map(
    ({ name, state }, index) =>
      `<sheet name="${escaped(name)}" sheetId="${index + 1}"${state ? ` state="${state}"` : ''} r:id="rId${index + 1}"/>`,
  );
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
  return [
    {
      name: '[Content_Types].xml',
      content: `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      content: `${head}<Relationships xmlns="${packageRelations}">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `${head}<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr${workbookPr}/><sheets>${list.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `${head}<Relationships xmlns="${packageRelations}">${sheets.map((_, index) => relation(`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`)).join('')}${relation('rIdStyles', 'styles', 'styles.xml')}${strings === undefined ? '' : relation('rIdStrings', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    },
    { name: 'xl/styles.xml', content: styles },
    ...(strings === undefined ? [] : [{ name: 'xl/sharedStrings.xml', content: strings }]),
    ...sheets.map(({ xml }, index) => ({ name: `xl/worksheets/sheet${index + 1}.xml`, content: xml })),
  ];
};

/** A workbook of one sheet out of its rows' XML. */
export const workbookOf = (
  rows: string,
  more: {
    readonly after?: string;
    readonly strings?: string;
    readonly styles?: string;
    readonly workbookPr?: string;
  } = {},
): Buffer => zipOf(workbookParts({ sheets: [{ name: 'Returns', xml: sheetXml(rows, more.after) }], ...more }));

const letter = (index: number) => String.fromCharCode(65 + index);

/** Rows of texts, in line as inline strings. */
export const textRows = (rows: readonly (readonly string[])[]) =>
  rows
    .map(
      (cells, row) =>
        `<row r="${row + 1}">${cells.map((text, column) => `<c r="${letter(column)}${row + 1}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`).join('')}</row>`,
    )
    .join('');
