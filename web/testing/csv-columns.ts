import { parse } from 'csv-parse/sync';
import { regions } from '#shared/config/regions.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { toCsvText } from '#web/components/export/csv.ts';
import { toExportColumns } from '#web/components/lists/file-and-table.ts';
import type { CreateColumns } from '#web/features/records/record-columns.tsx';
import { loadTexts } from '#web/i18n/load-texts.ts';
import { place } from './page.tsx';

/** Returns the columns of a CSV file, each as its header followed by its cells. */
export const parseCsvColumns = (text: string) => {
  const rows: string[][] = parse(text, { bom: true });
  return rows[0]?.map((_, index) => rows.map((row) => row[index]));
};

/** Exports items as CSV, and returns the columns of the file. */
export const exportToColumns = async <Item>(
  createColumns: CreateColumns<Item>,
  items: readonly Item[],
  today: CalendarDate = '2026-11-02',
) => {
  const texts = await loadTexts('UK');
  return parseCsvColumns(
    toCsvText({
      columns: toExportColumns(createColumns(texts, place, today)),
      items,
      locale: texts.locale,
      timeZone: regions.nuk.timeZone,
    }),
  );
};
