import CollectionPreferences from '@cloudscape-design/components/collection-preferences';
import { useEffect, useRef } from 'react';
import { limits } from '#shared/limits.ts';
import { useTexts } from '#web/language/i18n.ts';
import type { ListColumn } from './list-column.ts';
import type { ListSize } from './load-rows.ts';
import type { ColumnChoice } from './remembered-list.ts';

export type Look = {
  readonly size: ListSize;
  readonly columns: readonly ColumnChoice[];
  readonly isCompact: boolean;
};

type LookProps = {
  readonly columns: readonly Pick<ListColumn<never>, 'id' | 'header' | 'isRowHeader'>[];
  readonly look: Look;
  readonly noRoom: ReadonlySet<string>;
  readonly onChoose: (look: Look) => void;
};

const all = 0;

export const ListLook = ({ columns, look, noRoom, onChoose }: LookProps) => {
  const { t } = useTexts();
  const place = useRef<HTMLDivElement>(null);
  const isFresh = useRef(true);
  useEffect(() => {
    // It was loaded by a press of the button in whose place it stands. Whoever comes back from a record has pressed nothing.
    if (isFresh.current) place.current?.querySelector('button')?.click();
    isFresh.current = false;
  }, []);
  const crowdedOut = columns.flatMap(({ id, header }) => (noRoom.has(id) ? [header] : []));
  /** A column without room shows from now on if it was switched on; if not, it is as it was. */
  const chosen = (id: string, isOn: boolean): ColumnChoice => {
    const before = look.columns.find((column) => column.id === id);
    const isPinned = isOn && (noRoom.has(id) || before?.isPinned === true);
    return { id, visible: isOn || noRoom.has(id), ...(isPinned && { isPinned }) };
  };
  return (
    <div ref={place}>
      <CollectionPreferences
        pageSizePreference={{
          title: t('list.rowsPerPage'),
          options: [
            ...limits.page.sizes.map((value) => ({ value, label: String(value) })),
            { value: all, label: t('list.all') },
          ],
        }}
        contentDisplayPreference={{
          ...(crowdedOut.length > 0 && { description: t('list.noRoom', { columns: crowdedOut.join(', ') }) }),
          options: columns.map(({ id, header, isRowHeader = false }) => ({
            id,
            label: header,
            alwaysVisible: isRowHeader,
          })),
        }}
        contentDensityPreference={{}}
        preferences={{
          pageSize: look.size === 'all' ? all : look.size,
          contentDisplay: look.columns.map(({ id, visible }) => ({ id, visible: visible && !noRoom.has(id) })),
          contentDensity: look.isCompact ? 'compact' : 'comfortable',
        }}
        onConfirm={({ detail: { pageSize = all, contentDisplay = [], contentDensity } }) =>
          onChoose({
            size: pageSize === all ? 'all' : pageSize,
            columns: contentDisplay.map(({ id, visible }) => chosen(id, visible)),
            isCompact: contentDensity === 'compact',
          })
        }
      />
    </div>
  );
};
