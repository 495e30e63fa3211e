import type { ReactNode } from 'react';

/** Column of a list. Rows are sorted by `order`: texts in the language's collation, numbers by value, blank values last. */
export type ListColumn<Item> = {
  readonly id: string;
  readonly header: string;
  /** Replaces `header` in the head of the table, which has one line. */
  readonly shortHeader?: string;
  /** Text of a cell: shown unless `cell` renders it, and the sort key unless there is an `order`. */
  readonly text: (item: Item) => string;
  readonly cell?: (item: Item) => ReactNode;
  readonly order?: (item: Item) => string | number;
  /** In pixels; remaining width is distributed in proportion to it, first to columns with a maximum. */
  readonly minWidth: number;
  /** In pixels, for content of limited length: a date, an identifier. */
  readonly maxWidth?: number;
  /** Marks the column that names the row; it is always shown. */
  readonly isRowHeader?: boolean;
  readonly isOffByDefault?: boolean;
  /**
   * Priority: if not all columns fit, the one with the lowest value is hidden first; a column without a value stays.
   */
  readonly priority?: number;
  /** True if the column does not fit at present, so that it is shown only in print. */
  readonly isHidden?: boolean;
  /**
   * Position on a phone: `title` and `tag` share the first line of a row, `line` and `end` the second, and `hidden` columns are left
   * out. Without a position, the column is a separate line with its header.
   */
  readonly phoneLayout?: 'title' | 'tag' | 'line' | 'end' | 'hidden';
};
