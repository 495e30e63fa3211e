import { itemCategories } from '#shared/catalogue/returns.ts';
import { checkDigitOf, isEan, restoreEan } from '#shared/returns/ean.ts';
import type { Reading } from '../kind.ts';
import type { Problem } from '../problem.ts';
import { readCode, readKey, readLabel } from '../read-fields.ts';
import type { Row } from '../read-rows.ts';
import { readRows } from '../read-rows.ts';
import { refuseRepeated } from '../refuse-repeated.ts';
import type { Sheet } from '../sheet.ts';
import { itemsLayout, returnsText } from './layout.ts';

/** What GS1 keeps for demonstrations: no product has such a number. */
const demonstrationPrefix = '952';

const readEan = (row: Row): string => {
  const text = row.text('EAN');
  const ean = restoreEan(text) ?? '';
  if (!row.isKnown('EAN')) return '';
  if (text === '') row.refuse('EAN', 'is missing');
  else if (/e\+/i.test(text))
    row.refuse(
      'EAN',
      `${JSON.stringify(text)}: Excel has shortened the number: format the column as text and type it again`,
    );
  else if (ean === '') row.refuse('EAN', `${JSON.stringify(text)}: thirteen digits, or twelve of a UPC`);
  else if (!isEan(ean))
    row.refuse(
      'EAN',
      `${JSON.stringify(text)}: the last digit does not fit the others (${checkDigitOf(ean.slice(0, -1))} would)`,
    );
  return ean;
};

const readCategory = (row: Row) => {
  const text = row.text('category').toLowerCase();
  const category = itemCategories.find((known) => known === text);
  if (!category)
    row.refuse('category', text === '' ? 'is missing' : `${JSON.stringify(text)}: one of ${itemCategories.join(', ')}`);
  return category ?? 'game';
};

// One label where the languages don't differ; a blank one is the English one.
const readLabels = (row: Row) => {
  const en = readLabel(row, 'English');
  const [de, fr] = (['German', 'French'] as const).map((column) =>
    row.text(column) === '' ? en : readLabel(row, column),
  );
  return de === en && fr === en ? { label: en } : { labels: { en, de: de ?? en, fr: fr ?? en } };
};

const readItem = (row: Row) => ({
  key: readKey(row),
  ean: readEan(row),
  code: readCode(row),
  category: readCategory(row),
  ...readLabels(row),
});

/** Reads a catalogue from its one sheet, and says all that is wrong with it. Demonstration EANs mark the whole as an example. */
export const readReturns = (sheets: readonly Sheet[]): Reading => {
  const problems: Problem[] = [];
  const read = readRows(sheets, itemsLayout, problems).map((row) => ({
    row,
    sheet: itemsLayout.name,
    item: readItem(row),
  }));
  const items = read.map(({ item }) => item);

  const repeated = (column: string, value: (item: (typeof items)[number]) => string) =>
    refuseRepeated(
      column,
      read.map(({ item, ...place }) => ({ ...place, value: value(item) })),
    );
  repeated('key', ({ key }) => key);
  repeated('EAN', ({ ean }) => ean);
  repeated('code', ({ code }) => code);
  repeated('English', (item) => ('labels' in item ? item.labels.en : item.label));
  repeated('German', (item) => ('labels' in item ? item.labels.de : item.label));
  repeated('French', (item) => ('labels' in item ? item.labels.fr : item.label));

  const isSample = items.some(({ ean }) => ean.startsWith(demonstrationPrefix));
  return { problems, json: returnsText({ ...(isSample && { sample: true }), items }) };
};
