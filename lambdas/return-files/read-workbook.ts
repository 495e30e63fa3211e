import { fillMerged } from './fill-merged.ts';
import { numberFormats } from './number-formats.ts';
import { readSheet } from './read-sheet.ts';
import { sharedStrings } from './shared-strings.ts';
import type { Row } from './table.ts';
import { workbookParts } from './workbook-parts.ts';
import { openArchive } from './zip-archive.ts';

/** The rows of a workbook's first visible sheet that hold something, with the numbers that Excel shows. Throws FileRefused. */
export const readWorkbook = async (bytes: Uint8Array) => {
  const { sheet, strings, styles, is1904, otherSheets } = await workbookParts(await openArchive(bytes));
  const { rows, hidden, merged } = readSheet(sheet, {
    strings: strings === undefined ? [] : sharedStrings(strings),
    formats: styles === undefined ? [] : numberFormats(styles),
    is1904,
  });
  fillMerged(rows, merged);
  const filled: Row[] = [...rows].map(([number, cells]) => ({ number, cells }));
  return {
    rows: filled,
    hiddenRows: filled.flatMap(({ number }) => (hidden.has(number) ? [number] : [])),
    otherSheets,
  };
};
