import { describe, expect, test } from '@jest/globals';
import { languages } from '#shared/config/regions.ts';
import { returnLine } from '#shared/returns/line.ts';
import { normalizeHeader, reasonHeaderByLanguage } from '#shared/text/spreadsheet.ts';
import { findColumn, fileColumns, fileHeaders } from './columns.ts';
import { toRejectedRowsTable } from './report.ts';
import { createReturnTemplate } from './template.ts';

test('has the specified English headers in order', () => {
  expect(fileColumns.map((column) => fileHeaders[column].en)).toEqual([
    ['store id'],
    ['store return reference number'],
    ['ean code'],
    ['product description'],
    ['purchase date'],
    ['serial number'],
  ]);
});

test('maps every header wording to a single column', () => {
  const entries = fileColumns.flatMap((column) =>
    Object.values(fileHeaders[column]).flatMap((wordings) =>
      wordings.map((wording) => [normalizeHeader(wording), column]),
    ),
  );
  expect(entries.filter(([wording, column]) => findColumn(String(wording)) !== column)).toEqual([]);
});

test.each(['', 'product', 'store', 'serial', 'return date', '__proto__', 'constructor'])(
  'findColumn returns undefined for %j',
  (header) => expect(findColumn(header)).toBeUndefined(),
);

describe.each(languages)('in %s', (language) => {
  test('the template has valid headers and an example that cannot be booked', () => {
    const { headers, example } = createReturnTemplate(language, { storeId: 'ST-100', purchaseDate: '2026-11-05' });
    expect(headers.map(findColumn)).toEqual(fileColumns);
    expect(example).toEqual([
      'ST-100',
      'RET-0001',
      '9520001000072',
      expect.any(String),
      language === 'de' ? '05.11.2026' : '05/11/2026',
      expect.stringContaining('XKW10012345678'),
    ]);
    expect(returnLine.shape.serialNumber.safeParse(example[5]).success).toBe(false);
  });

  test('the table of rejected rows has a reason column, ignored on import', () => {
    const table = toRejectedRowsTable(
      [
        {
          row: 7,
          values: ['a', 'b', 'c', 'd', 'e', 'f'],
          reasons: [
            { column: 'ean', key: 'missing' },
            { column: null, key: 'beyondColumns' },
          ],
        },
      ],
      language,
      ({ key }) => key,
    );
    expect(table).toEqual([
      [...fileColumns.map((column) => fileHeaders[column][language][0]), reasonHeaderByLanguage[language]],
      ['a', 'b', 'c', 'd', 'e', 'f', 'missing; beyondColumns'],
    ]);
    expect(findColumn(table[0]?.[6] ?? '')).toBe('reason');
  });
});
