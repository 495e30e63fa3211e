import { bounds, FileRejectedError } from './bounds.ts';

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * Splits a text into records of cells, including blank ones, and calls `onRecord` for each in order; `hasQuoted` is set
 * if any cell is quoted, since only those can contain a separator or line break. Cells follow RFC 4180, with any line
 * ending. A quotation mark within an unquoted cell is kept, and a cell with text after its closing mark keeps both
 * marks. Reads each character once. Throws FileRejectedError.
 */
export const readRecords = (
  text: string,
  delimiter: string,
  onRecord: (cells: string[], hasQuoted: boolean) => void,
): void => {
  const separator = delimiter.charCodeAt(0);
  const end = text.length;
  let recordCount = 0;
  let position = 0;

  const isEnd = (charCode: number) => charCode === separator || charCode === lineFeed || charCode === carriageReturn;

  /** Reads a cell, or the rest of one, ignoring quotation marks. */
  const readPlainCell = (): string => {
    const start = position;
    while (position < end && !isEnd(text.charCodeAt(position))) position += 1;
    return text.slice(start, position);
  };

  const readQuotedCell = (): string => {
    let cell = '';
    // Start of the next part; after the first part, it includes the second of two doubled marks.
    let partStart = position + 1;
    let closing = text.indexOf('"', partStart);
    while (closing !== -1 && text.charCodeAt(closing + 1) === quote) {
      if (closing - position > bounds.recordLength) break;
      cell += text.slice(partStart, closing);
      partStart = closing + 1;
      closing = text.indexOf('"', closing + 2);
    }
    if ((closing === -1 ? end : closing) - position > bounds.recordLength)
      throw new FileRejectedError('FileTooLarge', { row: recordCount + 1 });
    // The quotation mark is never closed.
    if (closing === -1) throw new FileRejectedError('FileDamaged', { row: recordCount + 1 });
    cell += text.slice(partStart, closing);
    position = closing + 1;
    return position === end || isEnd(text.charCodeAt(position)) ? cell : `"${cell}"${readPlainCell()}`;
  };

  while (position < end) {
    const start = position;
    const cells: string[] = [];
    let hasQuoted = false;
    for (;;) {
      const isQuoted = text.charCodeAt(position) === quote;
      hasQuoted ||= isQuoted;
      cells.push(isQuoted ? readQuotedCell() : readPlainCell());
      if (position - start > bounds.recordLength) throw new FileRejectedError('FileTooLarge', { row: recordCount + 1 });
      if (position === end || text.charCodeAt(position) !== separator) break;
      position += 1;
    }
    recordCount += 1;
    onRecord(cells, hasQuoted);
    position += text.charCodeAt(position) === carriageReturn && text.charCodeAt(position + 1) === lineFeed ? 2 : 1;
  }
};
