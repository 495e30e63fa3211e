import { expect, test } from '@jest/globals';
import { CsvError, parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { FileRejectedError } from './bounds.ts';
import { readRecords } from './text-records.ts';

const read = (text: string, delimiter = ';') => {
  const records: string[][] = [];
  readRecords(text, delimiter, (cells) => records.push(cells));
  return records;
};

test.each([
  ['an unclosed quotation mark', 'a;b\n"c;d\n', { code: 'FileDamaged', row: 2 }],
  ['a quotation mark closed too late', `a\n"${'b'.repeat(65_536)}"`, { code: 'FileTooLarge', row: 2 }],
  ['an unclosed quotation mark in a long file', `a\n"${'b'.repeat(65_536)}`, { code: 'FileTooLarge', row: 2 }],
  ['a record with too many cells', `a\nb\n${';'.repeat(65_537)}`, { code: 'FileTooLarge', row: 3 }],
])('rejects %s', (_, text, error) => expect(() => read(text)).toThrow(expect.objectContaining(error)));

/** Parses with csv-parse, which needs the line endings as an option. */
const parseWithCsvParse = (text: string, delimiter: string): string[][] =>
  parse(text, {
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: false,
  });

const runOrCatchRejection = (readAll: () => string[][]) => {
  try {
    return readAll();
  } catch (error) {
    if (error instanceof FileRejectedError || error instanceof CsvError) return 'rejected';
    throw error;
  }
};

test('splits any text as csv-parse does', () => {
  const sign = fc.constantFrom('"', '""', ';', ',', '\t', '\n', '\r', '\r\n', 'a', 'ä', '😀', ' ');
  fc.assert(
    fc.property(fc.string({ unit: sign, maxLength: 40 }), fc.constantFrom(';', ',', '\t'), (text, delimiter) => {
      expect(runOrCatchRejection(() => read(text, delimiter))).toEqual(
        runOrCatchRejection(() => parseWithCsvParse(text, delimiter)),
      );
    }),
    { numRuns: 2000 },
  );
});
