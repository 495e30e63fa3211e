import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unescapeCsvCell } from '#web/testing/unescape-csv-cell.ts';
import { toCsvText, writeCsv } from './csv.ts';
import type { ExportColumn } from './export-column.ts';

type Row = { readonly name: string; readonly at: string; readonly count: number | null };

const columns: ExportColumn<Row>[] = [
  { header: 'Name', kind: 'text', value: ({ name }) => name },
  { header: 'Submitted, on', kind: 'instant', value: ({ at }) => at },
  { header: 'Products', kind: 'number', value: ({ count }) => count },
];
const londonSheet = { columns, locale: 'en-GB', timeZone: 'Europe/London' };
const berlinSheet = { columns, locale: 'de-DE', timeZone: 'Europe/Berlin' };
const parisSheet = { columns, locale: 'fr-FR', timeZone: 'Europe/Paris' };
const row: Row = { name: 'Ann', at: '2026-07-02T22:30:00.000Z', count: 3 };

const read = (text: string, delimiter: string): string[][] =>
  parse(text, { delimiter, bom: true, record_delimiter: '\r\n' });

describe('toCsvText', () => {
  test('starts with a byte order mark and ends lines with CRLF', async () => {
    const text = toCsvText({ ...londonSheet, items: [{ ...row, name: 'Zoë' }] });
    expect(text).toBe('\uFEFF"Name","Submitted, on","Products"\r\n"Zoë",02/07/2026 23:30,3\r\n');
    const file = await writeCsv({ ...londonSheet, title: 'Rows', items: [] });
    expect(file.type).toBe('text/csv;charset=utf-8');
    expect([...new Uint8Array(await file.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  });

  test('uses the separator and date format of the locale', () => {
    expect(read(toCsvText({ ...londonSheet, items: [row] }), ',')[1]).toEqual(['Ann', '02/07/2026 23:30', '3']);
    expect(read(toCsvText({ ...berlinSheet, items: [row] }), ';')[1]).toEqual(['Ann', '03.07.2026 00:30', '3']);
    expect(read(toCsvText({ ...parisSheet, items: [row] }), ';')[1]).toEqual(['Ann', '03/07/2026 00:30', '3']);
  });

  test('writes instants in the region’s time zone across DST changes', () => {
    const instants = ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z', '2026-12-31T23:30:00.000Z'];
    const items = instants.map((at) => ({ ...row, at }));
    const instantTexts = read(toCsvText({ ...berlinSheet, items }), ';').map(([, at]) => at);
    expect(instantTexts.slice(1)).toEqual(['25.10.2026 02:30', '25.10.2026 02:30', '01.01.2027 00:30']);
  });

  test('writes calendar dates in the locale’s format', () => {
    const items = [{ bought: '2026-02-01' }];
    const column = { header: 'Bought', kind: 'date', value: ({ bought }: (typeof items)[number]) => bought } as const;
    expect(toCsvText({ ...londonSheet, columns: [column], items })).toBe('\uFEFF"Bought"\r\n01/02/2026\r\n');
    expect(toCsvText({ ...berlinSheet, columns: [column], items })).toContain('\r\n01.02.2026\r\n');
  });

  test('leaves missing values empty', () => {
    const text = toCsvText({ ...londonSheet, items: [{ ...row, name: '', count: null }] });
    expect(read(text, ',')[1]).toEqual(['', '02/07/2026 23:30', '']);
  });

  test.each([
    [londonSheet, ','],
    [berlinSheet, ';'],
  ] as const)('round-trips any text', (place, delimiter) => {
    const rows = fc.array(
      fc.record({
        name: fc.oneof(
          fc.string({ unit: 'grapheme' }),
          fc.string({ unit: fc.constantFrom(...'"\',;\r\n\t =+-@0123456789Ea') }),
        ),
        at: fc
          .date({ noInvalidDate: true, min: new Date('2000-01-01'), max: new Date('2100-01-01') })
          .map((date) => date.toISOString()),
        count: fc.option(fc.integer({ min: 0 })),
      }),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(rows, (items) => {
        const [head, ...lines] = read(toCsvText({ ...place, items }), delimiter);
        expect(head).toEqual(['Name', 'Submitted, on', 'Products']);
        expect(lines.map(([name = '', , count]) => [unescapeCsvCell(name), count])).toEqual(
          items.map(({ name, count }) => [name, count === null ? '' : String(count)]),
        );
        for (const [name = ''] of lines) expect(name).not.toMatch(/^["\s]*[=+\-@]/);
      }),
      { numRuns: 1000 },
    );
  });
});
