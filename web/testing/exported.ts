import { renderHook } from '@testing-library/react';
import { parse } from 'csv-parse/sync';
import type { CalendarDate } from '#shared/dates.ts';
import type { Prefix } from '#shared/regions.ts';
import { regions } from '#shared/regions.ts';
import type { ColumnsOf } from '#web/features/records/record-columns.tsx';
import { setLanguage, useTexts } from '#web/language/i18n.ts';
import { csvText } from '#web/ui/export/csv.ts';
import { exportColumns } from '#web/ui/list/file-and-table.ts';

/** For tests: the texts of a prefix's language. */
export const textsOf = async (prefix: Prefix) => {
  await setLanguage(prefix);
  return renderHook(useTexts).result.current;
};

/** For tests: the rows of an exported list in a prefix's language, the headers first. */
export const exportedRows = async <Item>(
  columns: ColumnsOf<Item>,
  items: readonly Item[],
  prefix: Prefix,
  today: CalendarDate = '2026-11-02',
): Promise<string[][]> => {
  const texts = await textsOf(prefix);
  const { timeZone } = regions.nuk;
  const text = csvText({
    columns: exportColumns(columns(texts, { prefix, region: 'nuk' }, today)),
    items,
    locale: texts.locale,
    timeZone,
  });
  return parse(text, { bom: true, delimiter: prefix === 'UK' ? ',' : ';' });
};
