import { crc32, deflateRawSync } from 'node:zlib';

/** Entry of a test archive. Omitted fields are computed correctly; given ones override them and may be wrong. */
export type ZipPart = {
  readonly name: string;
  readonly content: Uint8Array | string;
  readonly method?: number;
  readonly flags?: number;
  readonly checksum?: number;
  readonly size?: number;
  readonly compressedSize?: number;
  readonly compressed?: Uint8Array;
};

const toLittleEndian = (bytes: 2 | 4, value: number) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntLE(value, 0, bytes);
  return buffer;
};

/** Builds a zip archive, valid or not. `entries` is the number of entries in its end record. */
export const buildZip = (parts: readonly ZipPart[], { entries = parts.length, comment = '' } = {}): Buffer => {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, method = 8, flags = 0, ...overrides } of parts) {
    const uncompressed = Buffer.from(content);
    const compressed = overrides.compressed ?? (method === 0 ? uncompressed : deflateRawSync(uncompressed));
    const path = Buffer.from(name);
    // After the method come the time 0:00 and the date 1980-01-01 in MS-DOS format.
    const commonFields = Buffer.concat([
      ...[flags, method, 0, 0x21].map((value) => toLittleEndian(2, value)),
      ...[
        overrides.checksum ?? crc32(uncompressed),
        overrides.compressedSize ?? compressed.length,
        overrides.size ?? uncompressed.length,
      ].map((value) => toLittleEndian(4, value)),
      toLittleEndian(2, path.length),
      toLittleEndian(2, 0),
    ]);
    // Local file header, with 2.0 as the version needed to extract.
    const file = Buffer.concat([toLittleEndian(4, 0x04034b50), toLittleEndian(2, 20), commonFields, path, compressed]);
    // Entry of the central directory.
    directory.push(
      toLittleEndian(4, 0x02014b50),
      toLittleEndian(2, 20),
      toLittleEndian(2, 20),
      commonFields,
      Buffer.alloc(10),
      toLittleEndian(4, offset),
      path,
    );
    files.push(file);
    offset += file.length;
  }
  const directoryBytes = Buffer.concat(directory);
  // End of the central directory.
  const end = [
    toLittleEndian(4, 0x06054b50),
    Buffer.alloc(4),
    toLittleEndian(2, entries),
    toLittleEndian(2, entries),
    toLittleEndian(4, directoryBytes.length),
    toLittleEndian(4, offset),
    toLittleEndian(2, comment.length),
    Buffer.from(comment, 'latin1'),
  ];
  return Buffer.concat([...files, directoryBytes, ...end]);
};

const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const officeNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006/relationships';
const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Builds a sheet from the XML of its rows; `after` is XML that follows them, such as merged cells. */
export const buildSheetXml = (rows: string, after = '') =>
  `${xmlDeclaration}<worksheet xmlns="${mainNamespace}"><sheetData>${rows}</sheetData>${after}</worksheet>`;

export const buildStringsXml = (strings: readonly string[]) =>
  `${xmlDeclaration}<sst xmlns="${mainNamespace}">${strings.map((text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`).join('')}</sst>`;

/** Styles: 0 General, 1 date (Excel's built-in format 14), 2 dd.mm.yyyy, 3 thirteen digits, 4 text. */
export const stylesXml = `${xmlDeclaration}<styleSheet xmlns="${mainNamespace}"><numFmts count="2"><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="165" formatCode="0000000000000"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="49"/></cellXfs></styleSheet>`;

export type SheetPart = { readonly name: string; readonly xml: string; readonly state?: string };

/** Builds the parts of a workbook. `workbookPr` are the attributes of the element of this name, such as ` date1904="1"`. */
export const buildWorkbookParts = ({
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
  const sheetElements = sheets.map(
    ({ name, state }, index) =>
      `<sheet name="${escapeXml(name)}" sheetId="${index + 1}"${state ? ` state="${state}"` : ''} r:id="rId${index + 1}"/>`,
  );
  const buildRelation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${officeNamespace}/${type}" Target="${target}"/>`;
  return [
    {
      name: '[Content_Types].xml',
      content: `${xmlDeclaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      content: `${xmlDeclaration}<Relationships xmlns="${packageNamespace}">${buildRelation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `${xmlDeclaration}<workbook xmlns="${mainNamespace}" xmlns:r="${officeNamespace}"><workbookPr${workbookPr}/><sheets>${sheetElements.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `${xmlDeclaration}<Relationships xmlns="${packageNamespace}">${sheets.map((_, index) => buildRelation(`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`)).join('')}${buildRelation('rIdStyles', 'styles', 'styles.xml')}${strings === undefined ? '' : buildRelation('rIdStrings', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    },
    { name: 'xl/styles.xml', content: styles },
    ...(strings === undefined ? [] : [{ name: 'xl/sharedStrings.xml', content: strings }]),
    ...sheets.map(({ xml }, index) => ({ name: `xl/worksheets/sheet${index + 1}.xml`, content: xml })),
  ];
};

/** Builds a workbook with one sheet from the XML of its rows. */
export const buildWorkbook = (
  rows: string,
  options: {
    readonly after?: string;
    readonly strings?: string;
    readonly styles?: string;
    readonly workbookPr?: string;
  } = {},
): Buffer =>
  buildZip(buildWorkbookParts({ sheets: [{ name: 'Returns', xml: buildSheetXml(rows, options.after) }], ...options }));

const toColumnLetter = (index: number) => String.fromCharCode(65 + index);

/** Returns the XML of rows whose cells are texts; the first row is row 1. */
export const buildTextRows = (rows: readonly (readonly string[])[]) =>
  rows
    .map(
      (cells, row) =>
        `<row r="${row + 1}">${cells.map((text, column) => `<c r="${toColumnLetter(column)}${row + 1}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`).join('')}</row>`,
    )
    .join('');
