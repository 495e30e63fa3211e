import type { ReactNode } from 'react';

/** What a row is sorted by: words in the language's order, numbers by size; blank ones come last. */
export type ListColumn<Item> = {
  readonly id: string;
  readonly header: string;
  /** What it says in words: shown where `cell` shows nothing else, sorted by where there is no other `order`. */
  readonly text: (item: Item) => string;
  readonly cell?: (item: Item) => ReactNode;
  readonly order?: (item: Item) => string | number;
  /** In pixels; what is left over is shared out in the same proportions, first to those that have a most. */
  readonly minWidth: number;
  /** In pixels, where what it holds is never longer: a date, an identifier. */
  readonly maxWidth?: number;
  /** The one that names the row: it is always shown. */
  readonly isRowHeader?: boolean;
  readonly isOffAtFirst?: boolean;
  /** Where there is no room for all columns, the one of the least worth goes first; one without stays. */
  readonly worth?: number;
  /** There is none for it just now: it only shows on paper. */
  readonly hasNoRoom?: boolean;
  /** Its place in the two lines that a row has on a phone; without any, it is a line of its own that begins with the header. */
  readonly onPhone?: 'title' | 'tag' | 'line' | 'end' | 'hidden';
};
