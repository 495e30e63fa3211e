import { bounds, FileRefused } from './bounds.ts';

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * Takes a text apart into records of cells, those that hold nothing included, and tells each in order, and whether any of its cells
 * is quoted: only these can hold a separator or a line end. A cell stands as it is, or
 * between quotation marks, where two mean one; a line ends in any way. A mark within a cell is a sign like others, and a cell
 * that goes on behind its closing mark keeps both. Each sign is looked at once. Throws FileRefused.
 */
export const readRecords = (
  text: string,
  delimiter: string,
  onRecord: (cells: string[], hasQuoted: boolean) => void,
): void => {
  const separator = delimiter.charCodeAt(0);
  const end = text.length;
  let records = 0;
  let at = 0;

  const isEnd = (sign: number) => sign === separator || sign === lineFeed || sign === carriageReturn;

  /** A cell from where it starts, or the rest of one, without regard to quotation marks. */
  const plainCell = (): string => {
    const start = at;
    while (at < end && !isEnd(text.charCodeAt(at))) at += 1;
    return text.slice(start, at);
  };

  const quotedCell = (): string => {
    let cell = '';
    // Where the next part begins; behind the first, with the second of two marks.
    let from = at + 1;
    let closing = text.indexOf('"', from);
    while (closing !== -1 && text.charCodeAt(closing + 1) === quote) {
      if (closing - at > bounds.recordLength) break;
      cell += text.slice(from, closing);
      from = closing + 1;
      closing = text.indexOf('"', closing + 2);
    }
    if ((closing === -1 ? end : closing) - at > bounds.recordLength)
      throw new FileRefused('FileTooLarge', { row: records + 1 });
    // Nobody closed it.
    if (closing === -1) throw new FileRefused('FileDamaged', { row: records + 1 });
    cell += text.slice(from, closing);
    at = closing + 1;
    return at === end || isEnd(text.charCodeAt(at)) ? cell : `"${cell}"${plainCell()}`;
  };

  while (at < end) {
    const start = at;
    const cells: string[] = [];
    let hasQuoted = false;
    for (;;) {
      const isQuoted = text.charCodeAt(at) === quote;
      hasQuoted ||= isQuoted;
      cells.push(isQuoted ? quotedCell() : plainCell());
      if (at - start > bounds.recordLength) throw new FileRefused('FileTooLarge', { row: records + 1 });
      if (at === end || text.charCodeAt(at) !== separator) break;
      at += 1;
    }
    records += 1;
    onRecord(cells, hasQuoted);
    at += text.charCodeAt(at) === carriageReturn && text.charCodeAt(at + 1) === lineFeed ? 2 : 1;
  }
};
