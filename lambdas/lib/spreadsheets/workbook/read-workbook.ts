import { posix } from 'node:path';
import { bounds, FileRejectedError } from '#lambdas/lib/spreadsheets/bounds.ts';
import { toReportText } from '#lambdas/lib/spreadsheets/table.ts';
import type { Row } from '#lambdas/lib/spreadsheets/table.ts';
import { readSharedStrings, readNumberFormats } from './cells.ts';
import { fillMergedRanges } from './ranges.ts';
import type { Sheet } from './read-sheet.ts';
import { readSheet } from './read-sheet.ts';
import { findElements, decodeXml } from './xml.ts';
import type { Archive } from './zip-archive.ts';
import { openArchive } from './zip-archive.ts';

/** Sheet of a workbook; `part` is the path of its XML file in the archive. */
type Worksheet = { readonly name: string; readonly part: string };

const readXmlPart = async (archive: Archive, name: string, maxBytes: number) => {
  const bytes = await archive.read(name, maxBytes);
  return bytes && decodeXml(bytes);
};

const readRelationships = async (archive: Archive, part: string) => {
  const { dir, base } = posix.parse(part);
  const xml = await readXmlPart(archive, posix.join(dir, '_rels', `${base}.rels`), bounds.part.directory);
  return findElements(xml ?? '', 'Relationship').flatMap(
    ({ Id: id = '', Type: type = '', Target: rawTarget = '', TargetMode: mode }) => {
      // External targets are never read.
      if (mode === 'External') return [];
      const target = rawTarget.replaceAll('\\', '/');
      const path = posix.join('/', target.startsWith('/') ? '' : dir, target).slice(1);
      return [{ id, type: type.split('/').at(-1) ?? '', target: path }];
    },
  );
};

const rejectOtherFiles = async (archive: Archive) => {
  const hasEntry = (pattern: RegExp) => archive.names.some((name) => pattern.test(name));
  if (hasEntry(/(^|\/)vbaproject\.bin$/) || hasEntry(/^xl\/macrosheets\//))
    throw new FileRejectedError('FileWithMacros');
  if (hasEntry(/^xl\/workbook\.bin$/)) throw new FileRejectedError('FileIsXlsb');
  const openDocument = await archive.read('mimetype', bounds.part.directory);
  if (openDocument)
    throw new FileRejectedError(
      Buffer.from(openDocument).includes('opendocument.spreadsheet') ? 'FileIsOds' : 'FileWrongType',
    );
  if (hasEntry(/^index\/document\.iwa$/) && hasEntry(/^index\/tables\//)) throw new FileRejectedError('FileIsNumbers');
  // A Word document or another archive.
  if (!hasEntry(/^\[content_types\]\.xml$/)) throw new FileRejectedError('FileWrongType');
};

const isTrue = (value: string | undefined) => value === '1' || value === 'true';

/** Excel shows sheets with any other state. */
const isHidden = (state: string | undefined) => state === 'hidden' || state === 'veryHidden';

const hasContent = (xml: string) => /<(?:\w+:)?(?:v|is|f)[\s>]/.test(xml);

const filterFilledSheets = async (archive: Archive, worksheets: readonly Worksheet[]): Promise<Worksheet[]> => {
  const inspectedSheets = await Promise.all(
    worksheets.map(async (sheet) => {
      const { begin, isWhole } = await archive.peek(sheet.part);
      // A part that was only read partly may have content further on.
      return { sheet, isFilled: !isWhole || hasContent(begin) };
    }),
  );
  return inspectedSheets.flatMap(({ sheet, isFilled }) => (isFilled ? [sheet] : []));
};

/**
 * Finds the visible sheets that may have content (or the first visible one), and the parts needed to read them. Throws
 * FileRejectedError.
 */
const findWorkbookParts = async (archive: Archive) => {
  await rejectOtherFiles(archive);
  const types = await readXmlPart(archive, '[Content_Types].xml', bounds.part.directory);
  if (findElements(types ?? '', 'Override').some(({ ContentType = '' }) => /macroEnabled/i.test(ContentType)))
    throw new FileRejectedError('FileWithMacros');

  const root = (await readRelationships(archive, '')).find(({ type }) => type === 'officeDocument');
  if (!root) throw new FileRejectedError('FileWrongType');
  const workbook = await readXmlPart(archive, root.target, bounds.part.directory);
  if (workbook === undefined) throw new FileRejectedError('FileDamaged');
  if (!/<(?:[\w.-]+:)?workbook[\s>]/.test(workbook)) throw new FileRejectedError('FileWrongType');
  const relations = await readRelationships(archive, root.target);

  const allSheets = findElements(workbook, 'sheet').flatMap(({ name = '', state, ...attributes }) => {
    // r:id, with any prefix.
    const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
    const relation = relations.find((candidate) => candidate.id === id && candidate.type === 'worksheet');
    return relation ? [{ name, part: relation.target, isHidden: isHidden(state) }] : [];
  });
  const worksheets = allSheets.filter((sheet) => !sheet.isHidden);
  if (worksheets.length > bounds.sheets) throw new FileRejectedError('FileTooLarge');
  const [firstVisibleSheet] = worksheets;
  if (!firstVisibleSheet) throw new FileRejectedError('FileEmpty');
  // A single sheet is read in any case.
  const filledSheets = worksheets.length === 1 ? worksheets : await filterFilledSheets(archive, worksheets);
  const findPart = (type: string) => relations.find((relation) => relation.type === type)?.target;
  const strings = findPart('sharedStrings');
  const styles = findPart('styles');
  return {
    sheets: filledSheets.length > 0 ? filledSheets : [firstVisibleSheet],
    /** Filled hidden sheets before the first visible one, which may hold the expected table. */
    hiddenSheetsInFront: await filterFilledSheets(
      archive,
      allSheets.slice(0, Math.min(allSheets.indexOf(firstVisibleSheet), bounds.sheets)),
    ),
    strings: strings && (await readXmlPart(archive, strings, bounds.part.strings)),
    styles: styles && (await readXmlPart(archive, styles, bounds.part.styles)),
    is1904: findElements(workbook, 'workbookPr').some(({ date1904 }) => isTrue(date1904)),
  };
};

const openWorkbook = async (bytes: Uint8Array, maxTextLength?: number) => {
  const archive = await openArchive(bytes);
  const { sheets, hiddenSheetsInFront, strings, styles, is1904 } = await findWorkbookParts(archive);
  const workbook = {
    strings: strings === undefined ? [] : readSharedStrings(strings, maxTextLength),
    formats: styles === undefined ? [] : readNumberFormats(styles),
    is1904,
    maxTextLength,
  };
  const readWorksheet = async ({ part }: Worksheet): Promise<Sheet> => {
    const xml = await readXmlPart(archive, part, bounds.part.sheet);
    if (xml === undefined) throw new FileRejectedError('FileDamaged');
    return readSheet(xml, workbook);
  };
  return { sheets, hiddenSheetsInFront, readWorksheet };
};

/** Maximum number of characters of a sheet's name in a report. */
const maxReportedNameLength = 60;

const toFilledRows = ({ rows, farCells, mergedRanges }: Sheet): Row[] => {
  fillMergedRanges(rows, mergedRanges);
  return [...rows].map(([number, cells]) => {
    const far = farCells.get(number);
    return { number, cells, ...(far && { far }) };
  });
};

/**
 * Reads a workbook's first non-empty visible sheet, or the one after `skippedSheets` such sheets, with Excel's row numbers.
 * Throws FileRejectedError.
 */
export const readWorkbook = async (bytes: Uint8Array, skippedSheets = 0) => {
  const { sheets, hiddenSheetsInFront, readWorksheet } = await openWorkbook(bytes);
  const otherSheets = [...hiddenSheetsInFront];
  const remainingSheets = [...sheets];
  let sheetsToSkip = skippedSheets;
  let sheet: Sheet | undefined;
  for (let nextSheet = remainingSheets.shift(); nextSheet; nextSheet = remainingSheets.shift()) {
    sheet = await readWorksheet(nextSheet);
    // Skip sheets that only seemed to have content.
    if (sheet.rows.size === 0) continue;
    if (sheetsToSkip === 0) break;
    sheetsToSkip -= 1;
    otherSheets.push(nextSheet);
    sheet = undefined;
  }
  if (!sheet) throw new FileRejectedError('FileEmpty');
  const { hiddenRows } = sheet;
  const rows = toFilledRows(sheet);
  return {
    rows,
    hiddenRows: rows.flatMap(({ number }) => (hiddenRows.has(number) ? [number] : [])),
    otherSheets: [...otherSheets, ...remainingSheets].map(({ name }) => toReportText(name, maxReportedNameLength)),
  };
};

/**
 * Reads all non-empty visible sheets of a workbook by name; `maxTextLength` is the maximum length of a cell's text. Throws
 * FileRejectedError.
 */
export const readSheets = async (bytes: Uint8Array, maxTextLength: number) => {
  const { sheets, readWorksheet } = await openWorkbook(bytes, maxTextLength);
  const result: { readonly name: string; readonly rows: Row[] }[] = [];
  for (const sheet of sheets) result.push({ name: sheet.name, rows: toFilledRows(await readWorksheet(sheet)) });
  return result;
};
