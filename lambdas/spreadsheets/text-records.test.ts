import { expect, test } from '@jest/globals';
import { CsvError, parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { FileRefused } from './bounds.ts';
import { readRecords } from './text-records.ts';

const read = (text: string, delimiter = ';') => {
  const records: string[][] = [];
  readRecords(text, delimiter, (cells) => records.push(cells));
  return records;
};

test.each([
  ['a mark that nobody closes', 'a;b\n"c;d\n', { code: 'FileDamaged', row: 2 }],
  ['one that is closed so late that nobody meant it', `a\n"${'b'.repeat(65_536)}"`, { code: 'FileTooLarge', row: 2 }],
  ['one that nobody closes in a long file', `a\n"${'b'.repeat(65_536)}`, { code: 'FileTooLarge', row: 2 }],
  ['a record of too many cells', `a\nb\n${';'.repeat(65_537)}`, { code: 'FileTooLarge', row: 3 }],
])('%s is refused', (_, text, refusal) => expect(() => read(text)).toThrow(expect.objectContaining(refusal)));

/** As csv-parse reads it; it has to be told which line ends there are. */
const parsed = (text: string, delimiter: string): string[][] =>
  parse(text, {
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: false,
  });

const orRefused = (readAll: () => string[][]) => {
  try {
    return readAll();
  } catch (error) {
    if (error instanceof FileRefused || error instanceof CsvError) return 'refused';
    throw error;
  }
};

test('whatever the text is, it comes apart as csv-parse has it', () => {
  const sign = fc.constantFrom('"', '""', ';', ',', '\t', '\n', '\r', '\r\n', 'a', 'ä', '😀', ' ');
  fc.assert(
    fc.property(fc.string({ unit: sign, maxLength: 40 }), fc.constantFrom(';', ',', '\t'), (text, delimiter) => {
      expect(orRefused(() => read(text, delimiter))).toEqual(orRefused(() => parsed(text, delimiter)));
    }),
    { numRuns: 2000 },
  );
});
