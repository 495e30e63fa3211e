import type { Place } from '#shared/paths.ts';
import { regions } from '#shared/regions.ts';
import type { Texts } from '#web/language/i18n.ts';
import type { ExportColumn } from '#web/ui/export/export-column.ts';
import type { ListColumn } from '#web/ui/list/data-table.tsx';
import { recordAddress } from './record-address.ts';
import type { RecordKind, SubmittedRecord } from './record-kind.ts';
import { rmaText } from './record-kind.ts';
import { RecordLink } from './record-link.tsx';
import { Rma } from './rma.tsx';
import { StateLabel } from './state-label.tsx';

type Exported<Item> =
  | { readonly kind: 'text' | 'instant'; readonly value: (item: Item) => string | null }
  | { readonly kind: 'number'; readonly value: (item: Item) => number | null };

/** A column of a list of records, in its table and in its exported file. */
type RecordColumn<Item> =
  | (ListColumn<Item> & {
      /** How a file has it, where that isn't its text. */
      readonly exported?: Exported<Item>;
    })
  | (Pick<ListColumn<Item>, 'id' | 'header' | 'text'> & { readonly isExportOnly: true });

/** The columns of a kind, in their order. */
export type ColumnsOf<Item> = (texts: Texts, place: Place) => readonly RecordColumn<Item>[];

export const tableColumns = <Item,>(columns: readonly RecordColumn<Item>[]): readonly ListColumn<Item>[] =>
  columns.flatMap((column) => ('isExportOnly' in column ? [] : [column]));

/** Each has the id of the table's column, if there is one. */
export const exportColumns = <Item,>(
  columns: readonly RecordColumn<Item>[],
): readonly (ExportColumn<Item> & { readonly id: string })[] =>
  columns.map((column) => {
    const { id, header, text } = column;
    const exported = 'exported' in column ? column.exported : undefined;
    return { id, header, ...(exported ?? { kind: 'text', value: text }) };
  });

type Column = 'rma' | 'state' | 'storeRefNo' | 'storeName' | 'createdAt' | 'products';

/** The columns that every kind has, by their ids. `widths` are the least, in pixels. */
export const recordColumns = <Summary extends SubmittedRecord>(
  kind: RecordKind<Summary>,
  texts: Texts,
  place: Place,
  widths: Readonly<Record<Column, number>>,
) => {
  const { t, formatInstant } = texts;
  const { timeZone } = regions[place.region];
  return {
    // Sorted, those without a number stand together at the end.
    rma: {
      id: 'rma',
      header: t(`${kind.name}.fields.rma`),
      text: ({ rma }) => rma ?? '',
      cell: (record) => <Rma kind={kind} record={record} />,
      exported: { kind: 'text', value: (record) => rmaText(kind, record, texts) ?? null },
      minWidth: widths.rma,
    },
    state: {
      id: 'state',
      header: t(`${kind.name}.fields.state`),
      text: ({ state }) => kind.stateText(state, texts),
      cell: ({ state }) => <StateLabel kind={kind} state={state} />,
      minWidth: widths.state,
    },
    storeRefNo: {
      id: 'storeRefNo',
      header: t(`${kind.name}.fields.storeRefNo`),
      text: ({ storeRefNo }) => storeRefNo,
      cell: (record) => (
        <RecordLink href={recordAddress(kind.paths.list(place), record)} id={record.id}>
          {record.storeRefNo}
        </RecordLink>
      ),
      isRowHeader: true,
      minWidth: widths.storeRefNo,
    },
    storeName: {
      id: 'storeName',
      header: t(`${kind.name}.fields.storeName`),
      text: ({ storeName }) => storeName,
      minWidth: widths.storeName,
    },
    createdAt: {
      id: 'createdAt',
      header: t(`${kind.name}.fields.createdAt`),
      text: ({ createdAt }) => formatInstant(createdAt, timeZone),
      order: ({ createdAt }) => Date.parse(createdAt),
      exported: { kind: 'instant', value: ({ createdAt }) => createdAt },
      minWidth: widths.createdAt,
    },
    products: {
      id: 'products',
      header: t(`${kind.name}.fields.products`),
      text: (record) => kind.productsText(record, texts),
      minWidth: widths.products,
    },
  } as const satisfies Record<Column, RecordColumn<Summary>>;
};
