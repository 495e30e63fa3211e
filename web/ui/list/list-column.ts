import type { ReactNode } from 'react';
import type { OrderOf } from './sort-rows.ts';

/** A column of a list, as its feature declares it. */
export type ListColumn<Item> = {
  readonly id: string;
  readonly header: string;
  /** What it says in words: shown where `cell` shows nothing else, sorted by where there is no other `order`. */
  readonly text: (item: Item) => string;
  readonly cell?: (item: Item) => ReactNode;
  readonly order?: OrderOf<Item>;
  /** In pixels; what is left over is shared out in the same proportions. */
  readonly minWidth: number;
  /** The one that names the row: it is always shown. */
  readonly isRowHeader?: boolean;
  /** It only shows once somebody chooses it. */
  readonly isOffAtFirst?: boolean;
};
