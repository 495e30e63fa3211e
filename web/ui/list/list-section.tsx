import { useMemo, useRef } from 'react';
import type { ReactNode } from 'react';
import { useTexts } from '#web/language/i18n.ts';
import { ExportMenu, ExportStatus } from '#web/ui/export/export-menu.tsx';
import { columnsWithoutRoom, useWidth } from './column-room.ts';
import { ListBar } from './list-bar.tsx';
import type { BarProps } from './list-bar.tsx';
import { ListNotes } from './list-notes.tsx';
import { ListTable } from './list-table.tsx';
import type { TableProps } from './list-table.tsx';
import type { Row } from './load-rows.ts';
import { Pager } from './pager.tsx';
import { choiceWidth } from './row-choice.tsx';

type Props<Item extends Row> = Omit<BarProps<Item>, 'actions' | 'noRoom'> &
  Omit<TableProps<Item>, 'noRoom'> & {
    readonly actions?: ReactNode;
    readonly empty: ReactNode;
  };

export const ListSection = <Item extends Row>({
  list,
  first,
  others,
  filters,
  actions,
  empty,
  ...table
}: Props<Item>) => {
  const { t } = useTexts();
  const { state, size, view, exporting } = list;
  const place = useRef<HTMLDivElement>(null);
  // Beside the columns there are the table's borders and, where rows can be chosen, its checkboxes.
  const room = useWidth(place) - 2 - (table.selection ? choiceWidth : 0);
  const crowdedOut = columnsWithoutRoom(list.columns, list.look.columns, room).join(' ');
  const noRoom = useMemo(() => new Set(crowdedOut.split(' ')), [crowdedOut]);
  const isLoading = state.status === 'loading';
  if (list.isEmpty && !list.isFiltered) return <div ref={place}>{empty}</div>;
  return (
    <div className="list" ref={place}>
      <ListBar
        {...{ list, first, others, filters, noRoom }}
        actions={
          <>
            {actions}
            <ExportMenu exporting={exporting} disabledReason={list.isEmpty ? t('list.nothing') : undefined} />
          </>
        }
      />
      <ExportStatus exporting={exporting} />
      <ListNotes list={list} />
      <ListTable list={list} noRoom={noRoom} {...table} />
      <div className="list-foot">
        <span>{list.count}</span>
        {size !== 'all' && (
          <Pager
            view={view}
            next={isLoading ? undefined : state.found.cursor}
            isFull={state.found.items.length === size}
            isLoading={isLoading}
          />
        )}
      </div>
    </div>
  );
};
