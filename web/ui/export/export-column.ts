/** One column of an exported file. Texts stay texts, whatever a spreadsheet would make of them; a date is YYYY-MM-DD; an instant is ISO and is told on the region's clocks. */
export type ExportColumn<Item> = { readonly header: string } & Exported<Item>;

export type Exported<Item> =
  | { readonly kind: 'text' | 'date' | 'instant'; readonly value: (item: Item) => string | null }
  | { readonly kind: 'number'; readonly value: (item: Item) => number | null };

export type ExportFormat = 'xlsx' | 'csv';

export type Sheet<Item> = {
  readonly title: string;
  readonly columns: readonly ExportColumn<Item>[];
  readonly items: readonly Item[];
  /** BCP 47: decides on separators and on how dates are written. */
  readonly locale: string;
  /** IANA name. */
  readonly timeZone: string;
  /** Whether somebody fills it in, saves it again and sends it back; otherwise it is read, searched and looked up in. */
  readonly comesBack?: boolean;
};

export type WriteFile = <Item>(sheet: Sheet<Item>) => Promise<Blob>;
