import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { reportOnTable } from '#lambdas/functions/return-files/lines/build-report.ts';
import { readTable } from '#lambdas/lib/spreadsheets/read-table.ts';
import { toAcceptedLines, toCells, context, buildGoodLines, headers } from '#lambdas/testing/files/lines.ts';
import { buildTextRows, buildWorkbook } from '#lambdas/testing/files/workbook.ts';
import type { Language, Prefix } from '#shared/config/regions.ts';
import { prefixes } from '#shared/config/regions.ts';
import { fileColumns } from '#shared/returns/file/columns.ts';
import type { RejectedRow } from '#shared/returns/file/report.ts';
import { toRejectedRowsTable } from '#shared/returns/file/report.ts';
import { createReturnTemplate } from '#shared/returns/file/template.ts';
import { writeCsv } from '#web/components/export/csv.ts';
import { writeXlsx } from '#web/components/export/xlsx.ts';

const writers = { csv: writeCsv, xlsx: writeXlsx } as const;
type Format = keyof typeof writers;

const formats = (Object.keys(prefixes) as Prefix[]).flatMap((prefix) =>
  (['csv', 'xlsx'] as const).map((format) => [prefixes[prefix].language, format, prefixes[prefix].locale] as const),
);

/** Saves a table of texts as the page does (web/components/files/table-download.tsx). */
const writeFile = async ([head = [], ...items]: readonly (readonly string[])[], format: Format, locale: string) => {
  const columns = head.map((header, index) => ({
    header,
    kind: 'text' as const,
    value: (row: readonly string[]) => row[index] ?? '',
  }));
  return new Uint8Array(
    await (
      await writers[format]({ title: 'Returns', columns, items, locale, timeZone: 'Europe/Paris', isRoundTrip: true })
    ).arrayBuffer(),
  );
};

const createRejectedTable = (rows: readonly RejectedRow[], language: Language) =>
  toRejectedRowsTable(rows, language, ({ key }) => `=${key}`);

describe.each(formats)('in %s as .%s (%s)', (language, format, locale) => {
  test.each(['ST-100', '0042', '4711', '1234567890123', '12-3', 'MAY1', 'UK.7'])(
    'reads the template with store %s and rejects only its example serial number',
    async (storeId) => {
      const { headers: head, example } = createReturnTemplate(language, { storeId, purchaseDate: '2026-11-18' });
      const report = reportOnTable(await readTable(await writeFile([head, example], format, locale)), {
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

  test('reads rejected rows again, with the same reasons or as corrected', async () => {
    const lines = buildGoodLines(12).map((line, index) => ({
      ...line,
      serialNumber: index % 2 === 0 ? `00${index}-1${index}` : `MAY${index}`,
      purchaseDate: '18/11/2026',
    }));
    const sentFile = buildWorkbook(
      buildTextRows([headers, ...lines.map((line) => toCells({ ...line, serialNumber: `${line.serialNumber}?` }))]),
    );
    const firstReport = reportOnTable(await readTable(sentFile), context);
    if (firstReport.outcome !== 'read') throw new Error(firstReport.code);
    expect(firstReport.refused).toHaveLength(lines.length);

    const savedTable = createRejectedTable(firstReport.refused, language);
    expect(reportOnTable(await readTable(await writeFile(savedTable, format, locale)), context)).toEqual(firstReport);

    const corrected = savedTable.map((cells) => cells.map((cell) => cell.replace(/\?$/, '')));
    expect(reportOnTable(await readTable(await writeFile(corrected, format, locale)), context)).toMatchObject({
      refused: [],
      accepted: toAcceptedLines(lines.map((line) => ({ ...line, purchaseDate: '2026-11-18' }))),
    });
  });

  test('preserves any cell content in rejected rows', async () => {
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
    // Cells of a report are single lines of visible characters without surrounding spaces.
    const cellTexts = texts.map((text) => text.replaceAll(/\p{C}+/gu, ' ').trim());
    const rows = fc.array(fc.array(cellTexts, { minLength: fileColumns.length, maxLength: fileColumns.length }), {
      minLength: 1,
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(rows, async (valuesByRow) => {
        const table = createRejectedTable(
          valuesByRow.map((values, index) => ({
            row: index + 2,
            values,
            reasons: [{ column: 'ean', key: 'missing' }],
          })),
          language,
        );
        const { header, rows: readRows } = await readTable(await writeFile(table, format, locale));
        expect([header, ...readRows]).toEqual(
          table.map((cells, index) => ({ number: index + 1, cells: cells.map((cell) => (cell === '' ? null : cell)) })),
        );
      }),
      { numRuns: format === 'csv' ? 1000 : 100 },
    );
  });
});
