/**
 * Column of an exported file. A text must stay a text in a spreadsheet; a date is YYYY-MM-DD; an instant is ISO and is
 * written in the region's time zone.
 */
export type ExportColumn<Item> = { readonly header: string } & ExportValue<Item>;

export type ExportValue<Item> =
  | { readonly kind: 'text' | 'date' | 'instant'; readonly value: (item: Item) => string | null }
  | { readonly kind: 'number'; readonly value: (item: Item) => number | null };

export type ExportFormat = 'xlsx' | 'csv';

export type Sheet<Item> = {
  readonly title: string;
  readonly columns: readonly ExportColumn<Item>[];
  readonly items: readonly Item[];
  /** BCP 47 tag; determines separators and date formats. */
  readonly locale: string;
  /** IANA name. */
  readonly timeZone: string;
  /** True if users fill in the file and upload it again; otherwise it is only read, searched and used for lookups. */
  readonly isRoundTrip?: boolean;
};

export type WriteFile = <Item>(sheet: Sheet<Item>) => Promise<Blob>;
