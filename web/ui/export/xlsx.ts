import { strToU8, zipSync } from 'fflate';
import { dayPattern, wallClock } from './date-order.ts';
import type { ExportColumn, Sheet } from './export-column.ts';

const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** In characters: room for a header, and no column that fills the screen. */
const width = { min: 10, max: 60, padding: 2, date: 'dd/mm/yyyy hh:mm'.length };

/** Indexes into the styles' cellXfs. */
const styles = { number: 0, head: 1, text: 2, date: 3, instant: 4 } as const;

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const withoutInvalid = (text: string) => text.replaceAll(/[^\t\n\r\u0020-\uFFFD]/g, '');

const escaped = (text: string) => withoutInvalid(text).replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);

// In a workbook _x0041_ means A: what looks like that once all is written, but is meant to the letter, gets its underscore written so itself.
const toTheLetter = (text: string) =>
  withoutInvalid(text)
    .replaceAll(/_(?=x[\dA-F]{4}[_\r])/gi, '_x005F_')
    .replaceAll('\r', '_x000D_');

/** A, B … Z, AA …: the letters of a column, from 0. */
const lettersOf = (column: number): string =>
  (column < 26 ? '' : lettersOf(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

/** A day as a workbook counts it: 25,569 is the 1st of January 1970. */
const serialDay = (iso: string) => 25_569 + Date.parse(iso) / 86_400_000;

/** A column's value: a text, or a number that its style shows as what it is. A cell knows no time zone: it holds what clocks showed. */
const valueOf = <Item>(column: ExportColumn<Item>, item: Item, clock: ReturnType<typeof wallClock>) => {
  if (column.kind === 'number') return column.value(item);
  const text = column.value(item);
  if (text === null || column.kind === 'text') return text;
  const { date, time } = column.kind === 'date' ? { date: text, time: '00:00' } : clock(text);
  return serialDay(`${date}T${time}Z`);
};

const contentTypes = `${head}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kind}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${kind}.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${kind}.sharedStrings+xml"/></Types>`;

const relationsXml = (...relations: readonly (readonly [type: string, target: string])[]) =>
  `${head}<Relationships xmlns="${packaged}/relationships">${relations.map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${office}/${type}" Target="${target}"/>`).join('')}</Relationships>`;

const workbookXml = (title: string) =>
  `${head}<workbook xmlns="${main}" xmlns:r="${office}"><bookViews><workbookView/></bookViews><sheets><sheet name="${escaped(title)}" sheetId="1" r:id="rId1"/></sheets></workbook>`;

/** The formats by `styles`, in their order: 49 is Excel's own for text. */
const stylesXml = (locale: string) => {
  const days = escaped(dayPattern(locale));
  const format = (id: number, font = 0) =>
    `<xf numFmtId="${id}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`;
  const font = (inside = '') => `<font>${inside}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`;
  return `${head}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="${days}"/><numFmt numFmtId="165" formatCode="${days} hh:mm"/></numFmts><fonts count="2">${font()}${font('<b/>')}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5">${format(0)}${format(49, 1)}${format(49)}${format(164)}${format(165)}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
};

const sharedStrings = () => {
  const indexes = new Map<string, number>();
  return {
    indexOf: (text: string): number => {
      const index = indexes.get(text) ?? indexes.size;
      indexes.set(text, index);
      return index;
    },
    xml: () =>
      `${head}<sst xmlns="${main}">${[...indexes.keys()].map((text) => `<si><t xml:space="preserve">${escaped(toTheLetter(text))}</t></si>`).join('')}</sst>`,
  };
};

const sheetXml = <Item>({ columns, items, timeZone }: Sheet<Item>, indexOf: (text: string) => number): string => {
  const clock = wallClock(timeZone);
  const letters = columns.map((_, index) => lettersOf(index));
  const longest = columns.map(() => width.min);
  const cell = (value: string | number | null, column: number, row: number, style: number) => {
    if (value === null) return '';
    const isText = typeof value === 'string';
    const isDate = style === styles.date || style === styles.instant;
    const length = isDate ? width.date : String(value).length;
    longest[column] = Math.max(longest[column] ?? 0, length);
    return `<c r="${letters[column]}${row}" s="${style}"${isText ? ' t="s"' : ''}><v>${isText ? indexOf(value) : value}</v></c>`;
  };
  const row = (number: number, cells: readonly string[]) => `<row r="${number}">${cells.join('')}</row>`;
  const rows = [
    row(
      1,
      columns.map(({ header }, index) => cell(header, index, 1, styles.head)),
    ),
    ...items.map((item, at) =>
      row(
        at + 2,
        columns.map((column, index) => cell(valueOf(column, item, clock), index, at + 2, styles[column.kind])),
      ),
    ),
  ];
  // A column has a format of its own: what somebody types below stays a text, too.
  const widths = columns.map(
    ({ kind: of }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${Math.min(width.max, (longest[index] ?? 0) + width.padding)}" style="${styles[of]}" customWidth="1"/>`,
  );
  return `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols><sheetData>${rows.join('')}</sheetData><autoFilter ref="A1:${letters.at(-1) ?? 'A'}1"/></worksheet>`;
};

/** Written here: a library for it weighs many times as much, or zips in a worker that the content policy forbids. */
export const writeXlsx = async <Item>(sheet: Sheet<Item>): Promise<Blob> => {
  const strings = sharedStrings();
  const parts: Readonly<Record<string, string>> = {
    '[Content_Types].xml': contentTypes,
    '_rels/.rels': relationsXml(['officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': workbookXml(sheet.title),
    'xl/_rels/workbook.xml.rels': relationsXml(
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
    ),
    'xl/worksheets/sheet1.xml': sheetXml(sheet, strings.indexOf),
    'xl/sharedStrings.xml': strings.xml(),
    'xl/styles.xml': stylesXml(sheet.locale),
  };
  const packed = zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])));
  return new Blob([packed], { type: mediaType });
};
