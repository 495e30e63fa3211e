import { strToU8, zipSync } from 'fflate';
import { findDatePattern, createLocalTimeConverter } from './date-order.ts';
import type { ExportColumn, Sheet } from './export-column.ts';

const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Column widths in characters: room for the header, and no column that fills the screen. */
const columnWidth = { min: 10, max: 60, padding: 2, date: 'dd/mm/yyyy hh:mm'.length };

/** Indexes into cellXfs of the styles part. */
const styles = { number: 0, head: 1, text: 2, date: 3, instant: 4 } as const;

const xmlHeader = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const officeNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006';
const contentTypePrefix = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const removeInvalid = (text: string) => text.replaceAll(/[^\t\n\r\u0020-\uFFFD]/g, '');

const escapeXml = (text: string) => removeInvalid(text).replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);

// Excel decodes _x0041_ as A, so the first underscore of such a sequence in a text is escaped. A carriage return can complete
// a sequence, because its own escape starts with an underscore.
const escapeUnderscores = (text: string) =>
  removeInvalid(text)
    .replaceAll(/_(?=x[\dA-F]{4}[_\r])/gi, '_x005F_')
    .replaceAll('\r', '_x000D_');

/** Returns the letters of a zero-based column: A, B … Z, AA …. */
const toColumnLetters = (column: number): string =>
  (column < 26 ? '' : toColumnLetters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

/** Returns Excel's serial day number; 25,569 is 1 January 1970. */
const toSerialDay = (iso: string) => 25_569 + Date.parse(iso) / 86_400_000;

/**
 * Returns a column's value: a text, or a number that the cell's style formats. Cells have no time zone, so instants
 * become local time.
 */
const toCellValue = <Item>(
  column: ExportColumn<Item>,
  item: Item,
  toLocalTime: ReturnType<typeof createLocalTimeConverter>,
) => {
  if (column.kind === 'number') return column.value(item);
  const text = column.value(item);
  if (text === null || column.kind === 'text') return text;
  const { date, time } = column.kind === 'date' ? { date: text, time: '00:00' } : toLocalTime(text);
  return toSerialDay(`${date}T${time}Z`);
};

const contentTypes = `${xmlHeader}<Types xmlns="${packageNamespace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentTypePrefix}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${contentTypePrefix}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${contentTypePrefix}.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${contentTypePrefix}.sharedStrings+xml"/></Types>`;

const relationsXml = (...relations: readonly (readonly [type: string, target: string])[]) =>
  `${xmlHeader}<Relationships xmlns="${packageNamespace}/relationships">${relations.map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${officeNamespace}/${type}" Target="${target}"/>`).join('')}</Relationships>`;

const workbookXml = (title: string) =>
  `${xmlHeader}<workbook xmlns="${mainNamespace}" xmlns:r="${officeNamespace}"><bookViews><workbookView/></bookViews><sheets><sheet name="${escapeXml(title)}" sheetId="1" r:id="rId1"/></sheets></workbook>`;

/** Cell formats in the order of `styles`; 49 is Excel's built-in text format. */
const stylesXml = (locale: string) => {
  const datePattern = escapeXml(findDatePattern(locale));
  const formatXml = (id: number, fontIndex = 0) =>
    `<xf numFmtId="${id}" fontId="${fontIndex}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`;
  const fontXml = (inside = '') => `<font>${inside}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`;
  return `${xmlHeader}<styleSheet xmlns="${mainNamespace}"><numFmts count="2"><numFmt numFmtId="164" formatCode="${datePattern}"/><numFmt numFmtId="165" formatCode="${datePattern} hh:mm"/></numFmts><fonts count="2">${fontXml()}${fontXml('<b/>')}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5">${formatXml(0)}${formatXml(49, 1)}${formatXml(49)}${formatXml(164)}${formatXml(165)}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
};

const createSharedStrings = () => {
  const indexes = new Map<string, number>();
  return {
    getIndex: (text: string): number => {
      const index = indexes.get(text) ?? indexes.size;
      indexes.set(text, index);
      return index;
    },
    xml: () =>
      `${xmlHeader}<sst xmlns="${mainNamespace}">${[...indexes.keys()].map((text) => `<si><t xml:space="preserve">${escapeXml(escapeUnderscores(text))}</t></si>`).join('')}</sst>`,
  };
};

const sheetXml = <Item>({ columns, items, timeZone }: Sheet<Item>, getIndex: (text: string) => number): string => {
  const toLocalTime = createLocalTimeConverter(timeZone);
  const letters = columns.map((_, index) => toColumnLetters(index));
  const maximumLengths = columns.map(() => columnWidth.min);
  const cell = (value: string | number | null, column: number, row: number, style: number) => {
    if (value === null) return '';
    const isText = typeof value === 'string';
    const isDate = style === styles.date || style === styles.instant;
    const length = isDate ? columnWidth.date : String(value).length;
    maximumLengths[column] = Math.max(maximumLengths[column] ?? 0, length);
    return `<c r="${letters[column]}${row}" s="${style}"${isText ? ' t="s"' : ''}><v>${isText ? getIndex(value) : value}</v></c>`;
  };
  const row = (number: number, cells: readonly string[]) => `<row r="${number}">${cells.join('')}</row>`;
  const rows = [
    row(
      1,
      columns.map(({ header }, index) => cell(header, index, 1, styles.head)),
    ),
    ...items.map((item, rowIndex) =>
      row(
        rowIndex + 2,
        columns.map((column, index) =>
          cell(toCellValue(column, item, toLocalTime), index, rowIndex + 2, styles[column.kind]),
        ),
      ),
    ),
  ];
  // The style applies to the whole column, so that input below the last row also stays a text.
  const widths = columns.map(
    ({ kind: columnKind }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${Math.min(columnWidth.max, (maximumLengths[index] ?? 0) + columnWidth.padding)}" style="${styles[columnKind]}" customWidth="1"/>`,
  );
  return `${xmlHeader}<worksheet xmlns="${mainNamespace}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols><sheetData>${rows.join('')}</sheetData><autoFilter ref="A1:${letters.at(-1) ?? 'A'}1"/></worksheet>`;
};

/**
 * Writes an xlsx file. Libraries for it are many times larger, or use a worker that the content security policy blocks.
 */
export const writeXlsx = async <Item>(sheet: Sheet<Item>): Promise<Blob> => {
  const strings = createSharedStrings();
  const parts: Readonly<Record<string, string>> = {
    '[Content_Types].xml': contentTypes,
    '_rels/.rels': relationsXml(['officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': workbookXml(sheet.title),
    'xl/_rels/workbook.xml.rels': relationsXml(
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
    ),
    'xl/worksheets/sheet1.xml': sheetXml(sheet, strings.getIndex),
    'xl/sharedStrings.xml': strings.xml(),
    'xl/styles.xml': stylesXml(sheet.locale),
  };
  const archive = zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])));
  return new Blob([archive], { type: mediaType });
};
