import { NoRepairsYet } from '#web/features/repairs/no-repairs-yet.tsx';
import { useTexts } from '#web/i18n.ts';
import { ExportMenu } from '#web/ui/export/export-menu.tsx';
import { ExportStatus } from '#web/ui/export/export-status.tsx';
import { ListNotes } from '#web/ui/list/list-notes.tsx';
import { ListTable } from '#web/ui/list/list-table.tsx';
import { ListTools } from '#web/ui/list/list-tools.tsx';
import type { ListLocation } from '#web/ui/list/use-list-view.ts';
import { Page } from '#web/ui/page.tsx';
import { RepairFilters } from './repair-filters.tsx';
import { useSubmittedRepairs } from './use-submitted-repairs.ts';

const noRepairsYet = <NoRepairsYet />;

/** The submitted repairs, newest first (acceptance, D6). */
export const RepairsList = ({ location }: { readonly location: ListLocation }) => {
  const { t } = useTexts();
  const repairs = useSubmittedRepairs(location);
  const { list, exporting, isFiltered, clearFilters } = repairs;
  const hasNothing = list.state.status === 'loaded' && list.items.length === 0;
  return (
    <Page title={t('repairs.list.title')}>
      <RepairFilters repairs={repairs} />
      <ListTools list={list} actions={<ExportMenu exporting={exporting} disabledReason={hasNothing ? t('list.nothing') : undefined} />} />
      <ExportStatus exporting={exporting} />
      <ListNotes list={list} />
      <ListTable
        list={list}
        label={t('repairs.list.title')}
        loadingText={t('repairs.loading')}
        empty={noRepairsYet}
        isFiltered={isFiltered}
        onClearFilters={clearFilters}
      />
    </Page>
  );
};
