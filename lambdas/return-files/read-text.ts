import { CsvError, parse } from 'csv-parse/sync';
import { bounds } from './bounds.ts';
import { countOf } from './count-of.ts';
import { decodeText } from './decode-text.ts';
import { findDelimiter } from './delimiter.ts';
import { FileRefused } from './file-refused.ts';
import { meantText } from './meant-text.ts';
import type { Cell, Row } from './table.ts';
import { isBlank } from './table.ts';
import { textCell } from './text-cell.ts';

/** What a cell holds. ="0045…" is how programs keep Excel from making numbers of codes. */
const cellOf = (text: string): Cell =>
  textCell(text.startsWith('="') ? (/^="([^"]*)"$/.exec(text)?.[1] ?? text) : meantText(text));

/** A quotation mark that nobody closed takes the following rows into its cell. */
const hasSwallowed = (text: string, delimiter: string, columns: number) =>
  (text.includes('\n') || text.includes('\r')) &&
  text.split(/[\r\n]+/).some((line) => line.split(delimiter).length >= Math.max(3, columns));

/** The ends of lines that there are: looking for each one takes time. */
const lineEnds = (text: string) =>
  /\r(?!\n)/.test(text) ? ['\r\n', '\n', '\r'] : text.includes('\r') ? ['\r\n', '\n'] : ['\n'];

const refusal = (error: unknown, records: number) => {
  if (error instanceof FileRefused || !(error instanceof CsvError)) return error;
  // Where the record begins that doesn't end.
  return new FileRefused(error.code === 'CSV_MAX_RECORD_SIZE' ? 'FileTooLarge' : 'FileDamaged', {
    cause: error,
    row: records + 1,
  });
};

/** The rows of a text file that hold something, numbered as Excel would show them: a line break within quotation marks makes no row. Throws FileRefused. */
export const readText = (bytes: Uint8Array): { readonly rows: Row[] } => {
  const { delimiter, body } = findDelimiter(decodeText(bytes));
  if (countOf(body, delimiter) > bounds.separators) throw new FileRefused('FileTooLarge');
  const rows: Row[] = [];
  let records = 0;

  const onRecord = (record: string[]) => {
    records += 1;
    const length = record.findLastIndex((text) => !isBlank(text)) + 1;
    if (length === 0) return null;
    if (length > bounds.columns || rows.length > bounds.rows) throw new FileRefused('FileTooLarge', { row: records });
    if (record.some((text) => hasSwallowed(text, delimiter, rows[0]?.cells.length ?? 0)))
      throw new FileRefused('FileDamaged', { row: records });
    rows.push({ number: records, cells: record.slice(0, length).map(cellOf) });
    return null;
  };

  try {
    parse(body, {
      delimiter,
      record_delimiter: lineEnds(body),
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: false,
      max_record_size: bounds.recordLength,
      on_record: onRecord,
    });
  } catch (error) {
    throw refusal(error, records);
  }
  return { rows };
};
