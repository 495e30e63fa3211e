import Button from '@cloudscape-design/components/button';
import './list.css';
import type { ReactNode } from 'react';
import { useTexts } from '#web/language/i18n.ts';
import { ColumnChoiceButton } from './column-choice.tsx';
import type { Row } from './load-rows.ts';
import { Pager } from './pager.tsx';
import { RowsPerPage } from './rows-per-page.tsx';
import type { List } from './use-list.ts';

type Props<Item extends Row> = {
  readonly list: List<Item>;
  /** What else can be done with the list, as its export. */
  readonly actions?: ReactNode;
};

/** What stands above the rows: how many, which page, which columns, and the newest state of them. */
export const ListTools = <Item extends Row>({ list, actions }: Props<Item>) => {
  const { t } = useTexts();
  const { state, size, view } = list;
  const isLoading = state.status === 'loading';
  // One button for both, so that the focus stays when loading ends.
  const isStoppable = isLoading && state.count > 0;
  return (
    <div className="list-tools">
      <RowsPerPage size={size} onResize={list.resize} />
      <span data-field="reload">
        <Button
          iconName={isStoppable ? 'close' : 'refresh'}
          ariaLabel={isStoppable ? t('list.stop') : t('list.refresh')}
          loading={list.isBusy && !isStoppable}
          loadingText={t('list.pages.isLoading')}
          onClick={isStoppable ? list.stop : list.reload}
        />
      </span>
      {actions}
      <span className="list-tools-end">
        {size !== 'all' && (
          <Pager view={view} next={isLoading ? undefined : state.found.cursor} isLoading={isLoading} />
        )}
        <ColumnChoiceButton columns={list.columns} chosen={list.columnChoice} onChoose={list.chooseColumns} />
      </span>
    </div>
  );
};
