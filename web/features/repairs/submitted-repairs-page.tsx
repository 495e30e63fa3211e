import Pagination from '@cloudscape-design/components/pagination';
import Table from '@cloudscape-design/components/table';
import { useState } from 'react';
import { limits } from '#shared/limits.ts';
import { useHere } from '#web/here.ts';
import { useTexts } from '#web/i18n.ts';
import { Page } from '#web/ui/page.tsx';
import { ListTools } from './list-tools.tsx';
import { NoRepairsYet } from './no-repairs-yet.tsx';
import { repairColumns } from './repair-columns.tsx';
import { RepairsFailed } from './repairs-failed.tsx';
import { usePages } from './use-pages.ts';
import { useRepairs } from './use-repairs.ts';

/** The submitted repairs, newest first: one's own store's, or for admins the region's. */
export const SubmittedRepairsPage = () => {
  const texts = useTexts();
  const { t } = texts;
  const { region } = useHere();
  const [limit, setLimit] = useState<number>(limits.page.default);
  const pages = usePages();
  const { state, reload } = useRepairs({ region, limit, cursor: pages.cursor });
  const isLoading = state.status === 'loading';
  const next = state.status === 'loaded' ? state.page.cursor : undefined;

  const changeLimit = (rows: number) => {
    setLimit(rows);
    pages.restart();
  };

  return (
    <Page title={t('repairs.list.title')}>
      {state.status === 'failed' && <RepairsFailed code={state.code} onRetry={reload} />}
      {state.status !== 'failed' && (
        <Table
          columnDefinitions={repairColumns(texts, region)}
          items={state.status === 'loaded' ? state.page.items : []}
          trackBy="id"
          loading={isLoading}
          loadingText={t('repairs.loading')}
          empty={<NoRepairsYet />}
          wrapLines
          sortingDisabled
          ariaLabels={{ tableLabel: t('repairs.list.title') }}
          filter={<ListTools rowsPerPage={limit} isBusy={isLoading} onRowsPerPage={changeLimit} onRefresh={reload} />}
          pagination={
            <Pagination
              currentPageIndex={pages.index}
              pagesCount={pages.known(next)}
              openEnd={next !== undefined && pages.known(next) === pages.index + 1}
              disabled={isLoading}
              ariaLabels={{ paginationLabel: t('repairs.list.pages') }}
              onChange={({ detail }) => pages.goTo(detail.currentPageIndex, next)}
            />
          }
        />
      )}
    </Page>
  );
};
