import type { ReactNode } from 'react';
import type { Place } from '#shared/paths.ts';
import type { RegionId } from '#shared/regions.ts';
import type { RuleContext } from '#shared/route.ts';
import type { TextKey, Texts } from '#web/language/i18n.ts';
import type { ExportColumn } from '#web/ui/export/export-column.ts';
import type { ListColumn } from './list-column.ts';
import type { AskRows, Row } from './load-rows.ts';

/** What every list of submitted records can be narrowed down by. */
export type ListFilters = {
  readonly search?: string | undefined;
  readonly state?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly storeId?: string | undefined;
};

/** A list of submitted records, as its feature declares it. */
export type ListKind<Item extends Row, Filters extends ListFilters> = {
  /** Under which it is remembered how somebody likes this list. */
  readonly name: string;
  readonly filtersOf: (region: RegionId, params: URLSearchParams, context: RuleContext) => Filters;
  readonly ask: (filters: Filters) => AskRows<Item>;
  readonly columns: (texts: Texts, here: Place) => readonly ListColumn<Item>[];
  /** Those of an exported file; one whose `id` is that of a hidden column is left out. */
  readonly exportColumns: (texts: Texts) => readonly (ExportColumn<Item> & { readonly id: string })[];
  readonly isPending: (item: Item) => boolean;
  readonly newsOf: (item: Item, texts: Texts) => string | undefined;
  /** The states that one can filter by, in words. */
  readonly states: (texts: Texts) => readonly { readonly value: string; readonly label: string }[];
  /** What there is to say while nothing has been submitted yet. */
  readonly empty: ReactNode;
  readonly words: {
    readonly title: TextKey;
    readonly loading: TextKey;
    readonly searchHint: TextKey;
    readonly state: TextKey;
    readonly allStates: TextKey;
    /** How an exported file's name begins, and its sheet's: at most 31 characters, none of []:*?/\ */
    readonly fileName: TextKey;
    readonly sheetTitle: TextKey;
  };
};
