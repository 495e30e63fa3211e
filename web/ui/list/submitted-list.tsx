import { useTexts } from '#web/language/i18n.ts';
import { ExportMenu } from '#web/ui/export/export-menu.tsx';
import { ExportStatus } from '#web/ui/export/export-status.tsx';
import { Page } from '#web/ui/page.tsx';
import { ListFilters } from './list-filters.tsx';
import type { ListFilters as Filters, ListKind } from './list-kind.ts';
import { ListNotes } from './list-notes.tsx';
import { ListTable } from './list-table.tsx';
import { ListTools } from './list-tools.tsx';
import type { Row } from './load-rows.ts';
import type { ListLocation } from './use-list-view.ts';
import { useSubmitted } from './use-submitted.ts';

type Props<Item extends Row, Own extends Filters> = {
  /** The same on every render. */
  readonly kind: ListKind<Item, Own>;
  readonly location: ListLocation;
};

/** The submitted records of a kind, newest first (acceptance, D6). */
export const SubmittedList = <Item extends Row, Own extends Filters>({ kind, location }: Props<Item, Own>) => {
  const { t } = useTexts();
  const submitted = useSubmitted(kind, location);
  const { list, exporting, isFiltered, clearFilters } = submitted;
  const hasNothing = list.state.status === 'loaded' && list.items.length === 0;
  return (
    <Page title={t(kind.words.title)}>
      <ListFilters kind={kind} submitted={submitted} />
      <ListTools
        list={list}
        actions={<ExportMenu exporting={exporting} disabledReason={hasNothing ? t('list.nothing') : undefined} />}
      />
      <ExportStatus exporting={exporting} />
      <ListNotes list={list} />
      <ListTable
        list={list}
        label={t(kind.words.title)}
        loadingText={t(kind.words.loading)}
        empty={kind.empty}
        isFiltered={isFiltered}
        onClearFilters={clearFilters}
      />
    </Page>
  );
};
