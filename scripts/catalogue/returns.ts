import { itemCategories, returnCatalogue, returnItemLabel } from '#shared/catalogue/returns.ts';
import type { ReturnItem } from '#shared/catalogue/returns.ts';
import { checkDigitOf, isEan, restoreEan } from '#shared/returns/ean.ts';
import type { Row } from './read-rows.ts';
import { readRows, refuseRepeated } from './read-rows.ts';
import type { Kind, Layout, Problem } from './sheet.ts';
import { codeColumn, keyColumn, labelColumn, oneOf } from './sheet.ts';

/** What GS1 keeps for demonstrations: no product has such a number. */
const demonstrationPrefix = '952';

const wrongWithEan = (text: string): string | undefined => {
  const ean = restoreEan(text);
  if (ean === undefined) return 'thirteen digits, or twelve of a UPC';
  return isEan(ean) ? undefined : `the last digit does not fit the others (${checkDigitOf(ean.slice(0, -1))} would)`;
};

const layout: Layout = {
  name: 'Items',
  columns: [
    { ...keyColumn, width: 48 },
    { name: 'EAN', width: 16, isRequired: true, wrong: wrongWithEan },
    codeColumn,
    { name: 'category', width: 12, isRequired: true, wrong: oneOf(itemCategories) },
    { ...labelColumn, name: 'English', width: 60, isRequired: true },
    { ...labelColumn, name: 'German', width: 60, isOptional: true },
    { ...labelColumn, name: 'French', width: 60, isOptional: true },
  ],
};

const eanIn = (row: Row) => restoreEan(row.text('EAN')) ?? '';

/** A blank label is the English one. */
const labelIn = (column: string) => (row: Row) => row.text(column) || row.text('English');

const itemOf = (row: Row): ReturnItem => {
  const [en, de, fr] = [row.text('English'), labelIn('German')(row), labelIn('French')(row)];
  return {
    key: row.text('key'),
    ean: eanIn(row),
    code: row.text('code'),
    category: itemCategories.find((known) => known === row.text('category').toLowerCase()) ?? 'game',
    // One label where the languages don't differ.
    ...(de === en && fr === en ? { label: en } : { labels: { en, de, fr } }),
  };
};

/** What a store may send back. German and French are blank where a name is the same in all languages; demonstration EANs mark the whole as an example. */
export const returns: Kind = {
  dataFile: 'return-items.json',
  formats: ['.xlsx', '.csv'],
  tables: (data) => {
    const { items } = returnCatalogue.parse(data);
    const labelsOf = (item: ReturnItem) => ('labels' in item ? [item.labels.de, item.labels.fr] : ['', '']);
    const cellsOf = (item: ReturnItem) => [item.key, item.ean, item.code, item.category, returnItemLabel(item, 'en')];
    return [{ ...layout, rows: items.map((item) => [...cellsOf(item), ...labelsOf(item)]) }];
  },
  read: (sheets) => {
    const problems: Problem[] = [];
    const rows = readRows(sheets, layout, problems);
    for (const column of ['key', 'code', 'English']) refuseRepeated(rows, column);
    for (const column of ['German', 'French']) refuseRepeated(rows, column, labelIn(column));
    refuseRepeated(rows, 'EAN', eanIn);
    const items = rows.map(itemOf);
    const isSample = items.some(({ ean }) => ean.startsWith(demonstrationPrefix));
    return { problems, data: { ...(isSample && { sample: true }), items } };
  },
};
