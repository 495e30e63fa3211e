import { posix } from 'node:path';
import { bounds, FileRefused } from '#lambdas/spreadsheets/bounds.ts';
import { shownText } from '#lambdas/spreadsheets/table.ts';
import type { Row } from '#lambdas/spreadsheets/table.ts';
import { sharedStrings, numberFormats } from './cells.ts';
import { fillMerged } from './ranges.ts';
import type { Sheet } from './read-sheet.ts';
import { readSheet } from './read-sheet.ts';
import { elements, xmlText } from './xml.ts';
import type { Archive } from './zip-archive.ts';
import { openArchive } from './zip-archive.ts';

type Worksheet = { readonly name: string; readonly part: string };

const textOf = async (archive: Archive, name: string, maxBytes: number) => {
  const bytes = await archive.read(name, maxBytes);
  return bytes && xmlText(bytes);
};

const relationsOf = async (archive: Archive, part: string) => {
  const { dir, base } = posix.parse(part);
  const xml = await textOf(archive, posix.join(dir, '_rels', `${base}.rels`), bounds.part.directory);
  return elements(xml ?? '', 'Relationship').flatMap(
    ({ Id: id = '', Type: type = '', Target: written = '', TargetMode: mode }) => {
      // Whatever lies outside is never looked for.
      if (mode === 'External') return [];
      const target = written.replaceAll('\\', '/');
      const path = posix.join('/', target.startsWith('/') ? '' : dir, target).slice(1);
      return [{ id, type: type.split('/').at(-1) ?? '', target: path }];
    },
  );
};

const refuseWhatIsNone = async (archive: Archive) => {
  const has = (pattern: RegExp) => archive.names.some((name) => pattern.test(name));
  if (has(/(^|\/)vbaproject\.bin$/) || has(/^xl\/macrosheets\//)) throw new FileRefused('FileWithMacros');
  if (has(/^xl\/workbook\.bin$/)) throw new FileRefused('FileIsXlsb');
  const openDocument = await archive.read('mimetype', bounds.part.directory);
  if (openDocument)
    throw new FileRefused(
      Buffer.from(openDocument).includes('opendocument.spreadsheet') ? 'FileIsOds' : 'FileWrongType',
    );
  if (has(/^index\/document\.iwa$/) && has(/^index\/tables\//)) throw new FileRefused('FileIsNumbers');
  // A Word document, or some archive.
  if (!has(/^\[content_types\]\.xml$/)) throw new FileRefused('FileWrongType');
};

const isTrue = (value: string | undefined) => value === '1' || value === 'true';

/** Excel shows a sheet of any other state. */
const isHidden = (state: string | undefined) => state === 'hidden' || state === 'veryHidden';

const holdsSomething = (xml: string) => /<(?:\w+:)?(?:v|is|f)[\s>]/.test(xml);

const filledOf = async (archive: Archive, worksheets: readonly Worksheet[]): Promise<Worksheet[]> => {
  const looked = await Promise.all(
    worksheets.map(async (sheet) => {
      const { begin, isWhole } = await archive.peek(sheet.part);
      // What wasn't seen to its end may hold something behind it.
      return { sheet, isFilled: !isWhole || holdsSomething(begin) };
    }),
  );
  return looked.flatMap(({ sheet, isFilled }) => (isFilled ? [sheet] : []));
};

/** Finds the visible sheets that may hold something (the first visible one when none does), and what is needed to read them. Throws FileRefused. */
const workbookParts = async (archive: Archive) => {
  await refuseWhatIsNone(archive);
  const types = await textOf(archive, '[Content_Types].xml', bounds.part.directory);
  if (elements(types ?? '', 'Override').some(({ ContentType = '' }) => /macroEnabled/i.test(ContentType)))
    throw new FileRefused('FileWithMacros');

  const root = (await relationsOf(archive, '')).find(({ type }) => type === 'officeDocument');
  if (!root) throw new FileRefused('FileWrongType');
  const workbook = await textOf(archive, root.target, bounds.part.directory);
  if (workbook === undefined) throw new FileRefused('FileDamaged');
  if (!/<(?:[\w.-]+:)?workbook[\s>]/.test(workbook)) throw new FileRefused('FileWrongType');
  const relations = await relationsOf(archive, root.target);

  const all = elements(workbook, 'sheet').flatMap(({ name = '', state, ...others }) => {
    // r:id, under whichever prefix.
    const id = Object.entries(others).find(([key]) => key.endsWith(':id'))?.[1];
    const relation = relations.find((one) => one.id === id && one.type === 'worksheet');
    return relation ? [{ name, part: relation.target, isHidden: isHidden(state) }] : [];
  });
  const worksheets = all.filter((sheet) => !sheet.isHidden);
  if (worksheets.length > bounds.sheets) throw new FileRefused('FileTooLarge');
  const [first] = worksheets;
  if (!first) throw new FileRefused('FileEmpty');
  // A single one is read whatever it holds.
  const filled = worksheets.length === 1 ? worksheets : await filledOf(archive, worksheets);
  const partOf = (type: string) => relations.find((relation) => relation.type === type)?.target;
  const strings = partOf('sharedStrings');
  const styles = partOf('styles');
  return {
    sheets: filled.length > 0 ? filled : [first],
    /** In front of them: whoever opens the file sees another one first. */
    hidden: await filledOf(archive, all.slice(0, Math.min(all.indexOf(first), bounds.sheets))),
    strings: strings && (await textOf(archive, strings, bounds.part.strings)),
    styles: styles && (await textOf(archive, styles, bounds.part.styles)),
    is1904: elements(workbook, 'workbookPr').some(({ date1904 }) => isTrue(date1904)),
  };
};

const openWorkbook = async (bytes: Uint8Array, longest?: number) => {
  const archive = await openArchive(bytes);
  const { sheets, hidden, strings, styles, is1904 } = await workbookParts(archive);
  const workbook = {
    strings: strings === undefined ? [] : sharedStrings(strings, longest),
    formats: styles === undefined ? [] : numberFormats(styles),
    is1904,
    longest,
  };
  const read = async ({ part }: Worksheet): Promise<Sheet> => {
    const xml = await textOf(archive, part, bounds.part.sheet);
    if (xml === undefined) throw new FileRefused('FileDamaged');
    return readSheet(xml, workbook);
  };
  return { sheets, hidden, read };
};

const filledRows = ({ rows, farCells, merged }: Sheet): Row[] => {
  fillMerged(rows, merged);
  return [...rows].map(([number, cells]) => {
    const far = farCells.get(number);
    return { number, cells, ...(far && { far }) };
  });
};

/** The rows of a workbook's first visible sheet that holds something, or behind `skipped` such sheets, with the numbers that Excel shows. Throws FileRefused. */
export const readWorkbook = async (bytes: Uint8Array, skipped = 0) => {
  const { sheets, hidden: inFront, read } = await openWorkbook(bytes);
  const unread = [...inFront];
  const others = [...sheets];
  let left = skipped;
  let sheet: Sheet | undefined;
  for (let next = others.shift(); next; next = others.shift()) {
    sheet = await read(next);
    // One that only looked as if it held something is passed over.
    if (sheet.rows.size === 0) continue;
    if (left === 0) break;
    left -= 1;
    unread.push(next);
    sheet = undefined;
  }
  if (!sheet) throw new FileRefused('FileEmpty');
  const { hidden } = sheet;
  const rows = filledRows(sheet);
  return {
    rows,
    hiddenRows: rows.flatMap(({ number }) => (hidden.has(number) ? [number] : [])),
    otherSheets: [...unread, ...others].map(({ name }) => shownText(name, 60)),
  };
};

/** All visible sheets of a workbook that hold something, by name; `longest`: characters that a cell may have. Throws FileRefused. */
export const readSheets = async (bytes: Uint8Array, longest: number) => {
  const { sheets, read } = await openWorkbook(bytes, longest);
  const found: { readonly name: string; readonly rows: Row[] }[] = [];
  for (const sheet of sheets) found.push({ name: sheet.name, rows: filledRows(await read(sheet)) });
  return found;
};
