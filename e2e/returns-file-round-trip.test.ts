import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { reportOnTable } from '#lambdas/return-files/lines/report.ts';
import { readTable } from '#lambdas/spreadsheets/read-table.ts';
import { acceptedOf, cellsOf, context, goodLines, headers } from '#lambdas/testing/files/lines.ts';
import { textRows, workbookOf } from '#lambdas/testing/files/workbook.ts';
import type { Language, Prefix } from '#shared/regions.ts';
import { prefixes } from '#shared/regions.ts';
import { fileColumns } from '#shared/returns/file/columns.ts';
import type { RefusedRow } from '#shared/returns/file/report.ts';
import { refusedRowsTable } from '#shared/returns/file/report.ts';
import { returnTemplate } from '#shared/returns/file/template.ts';
import { writeCsv } from '#web/ui/export/csv.ts';
import { writeXlsx } from '#web/ui/export/xlsx.ts';

const writers = { csv: writeCsv, xlsx: writeXlsx } as const;
type Format = keyof typeof writers;

const places = (Object.keys(prefixes) as Prefix[]).flatMap((prefix) =>
  (['csv', 'xlsx'] as const).map((format) => [prefixes[prefix].language, format, prefixes[prefix].locale] as const),
);

/** What the page saves a table of texts as (web/ui/file/table-download.tsx). */
const fileOf = async ([head = [], ...items]: readonly (readonly string[])[], format: Format, locale: string) => {
  const columns = head.map((header, index) => ({
    header,
    kind: 'text' as const,
    value: (row: readonly string[]) => row[index] ?? '',
  }));
  return new Uint8Array(
    await (
      await writers[format]({ title: 'Returns', columns, items, locale, timeZone: 'Europe/Paris', comesBack: true })
    ).arrayBuffer(),
  );
};

const refusedTable = (refused: readonly RefusedRow[], language: Language) =>
  refusedRowsTable(refused, language, ({ key }) => `=${key}`);

describe.each(places)('in %s as .%s (%s)', (language, format, locale) => {
  test.each(['ST-100', '0042', '4711', '1234567890123', '12-3', 'MAY1', 'UK.7'])(
    'the template is read, with store %s, and its example refused for its serial number alone',
    async (storeId) => {
      const { headers: head, example } = returnTemplate(language, { storeId, purchaseDate: '2026-11-18' });
      const report = reportOnTable(await readTable(await fileOf([head, example], format, locale)), {
        ...context,
        storeId,
      });
      const [, storeRefNo] = example;
      expect(report).toMatchObject({
        outcome: 'read',
        storeId,
        storeRefNo,
        rows: 1,
        accepted: [],
        refused: [{ row: 2, values: example, reasons: [{ column: 'serialNumber', key: 'serialNumberMalformed' }] }],
      });
    },
  );

  test('refused rows are read once they are corrected, and refused for the same reasons before', async () => {
    const lines = goodLines(12).map((line, index) => ({
      ...line,
      serialNumber: index % 2 === 0 ? `00${index}-1${index}` : `MAY${index}`,
      purchaseDate: '18/11/2026',
    }));
    const sent = workbookOf(
      textRows([headers, ...lines.map((line) => cellsOf({ ...line, serialNumber: `${line.serialNumber}?` }))]),
    );
    const first = reportOnTable(await readTable(sent), context);
    if (first.outcome !== 'read') throw new Error(first.code);
    expect(first.refused).toHaveLength(lines.length);

    const saved = refusedTable(first.refused, language);
    expect(reportOnTable(await readTable(await fileOf(saved, format, locale)), context)).toEqual(first);

    const corrected = saved.map((cells) => cells.map((cell) => cell.replace(/\?$/, '')));
    expect(reportOnTable(await readTable(await fileOf(corrected, format, locale)), context)).toMatchObject({
      refused: [],
      accepted: acceptedOf(lines.map((line) => ({ ...line, purchaseDate: '2026-11-18' }))),
    });
  });

  test('whatever stands in refused rows is read back as it was', async () => {
    const texts = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.string({ unit: fc.constantFrom(...'=+-@\'",;| 01E/.:aMay＝€'), maxLength: 30 }),
      fc.constantFrom(
        '9520001000072',
        '18/11/2026',
        '0042',
        "'0042",
        '3-4',
        '1E5',
        'Mär 3',
        'true',
        'FAUX',
        '="0042"',
        "'=1",
        "''",
        "'n",
        '_x0041_',
        '#N/A',
      ),
    );
    // What a report hands back is one line of signs that can be seen, without spaces around it.
    const values = texts.map((text) => text.replaceAll(/\p{C}+/gu, ' ').trim());
    const rows = fc.array(fc.array(values, { minLength: fileColumns.length, maxLength: fileColumns.length }), {
      minLength: 1,
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(rows, async (bodies) => {
        const table = refusedTable(
          bodies.map((body, index) => ({ row: index + 2, values: body, reasons: [{ column: 'ean', key: 'missing' }] })),
          language,
        );
        const { header, rows: read } = await readTable(await fileOf(table, format, locale));
        expect([header, ...read]).toEqual(
          table.map((cells, index) => ({ number: index + 1, cells: cells.map((cell) => (cell === '' ? null : cell)) })),
        );
      }),
      { numRuns: format === 'csv' ? 1000 : 100 },
    );
  });
});
