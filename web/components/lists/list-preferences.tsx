import CollectionPreferences from '@cloudscape-design/components/collection-preferences';
import { useEffect, useRef } from 'react';
import { limits } from '#shared/config/limits.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import type { ListColumn } from './list-column.ts';
import type { ListSize } from './load-rows.ts';
import type { ColumnChoice } from './remembered-list.ts';

export type ListPreferencesValue = {
  readonly size: ListSize;
  readonly columns: readonly ColumnChoice[];
  readonly isCompact: boolean;
};

type Props = {
  readonly columns: readonly Pick<ListColumn<never>, 'id' | 'header' | 'isRowHeader'>[];
  readonly preferences: ListPreferencesValue;
  readonly hiddenColumns: ReadonlySet<string>;
  readonly onChoose: (preferences: ListPreferencesValue) => void;
};

/** Page size that stands for all rows, because Cloudscape's page sizes are numbers. */
const allRowsSize = 0;

export const ListPreferences = ({ columns, preferences, hiddenColumns, onChoose }: Props) => {
  const { t } = useTexts();
  const container = useRef<HTMLDivElement>(null);
  const isFirstRun = useRef(true);
  useEffect(() => {
    // The dialog opens at once, because this component replaces the button that was pressed to load it. It does not open
    // when the list is shown again (Activity), because nothing was pressed.
    if (isFirstRun.current) container.current?.querySelector('button')?.click();
    isFirstRun.current = false;
  }, []);
  const hiddenHeaders = columns.flatMap(({ id, header }) => (hiddenColumns.has(id) ? [header] : []));
  /**
   * Returns the choice for a column. A hidden column is shown from now on if it was switched on; otherwise it is
   * unchanged.
   */
  const toColumnChoice = (id: string, isOn: boolean): ColumnChoice => {
    const previous = preferences.columns.find((column) => column.id === id);
    const isPinned = isOn && (hiddenColumns.has(id) || previous?.isPinned === true);
    return { id, visible: isOn || hiddenColumns.has(id), ...(isPinned && { isPinned }) };
  };
  return (
    <div ref={container}>
      <CollectionPreferences
        pageSizePreference={{
          title: t('list.rowsPerPage'),
          options: [
            ...limits.page.sizes.map((value) => ({ value, label: String(value) })),
            { value: allRowsSize, label: t('list.all') },
          ],
        }}
        contentDisplayPreference={{
          ...(hiddenHeaders.length > 0 && { description: t('list.noRoom', { columns: hiddenHeaders.join(', ') }) }),
          options: columns.map(({ id, header, isRowHeader = false }) => ({
            id,
            label: header,
            alwaysVisible: isRowHeader,
          })),
        }}
        contentDensityPreference={{}}
        preferences={{
          pageSize: preferences.size === 'all' ? allRowsSize : preferences.size,
          contentDisplay: preferences.columns.map(({ id, visible }) => ({
            id,
            visible: visible && !hiddenColumns.has(id),
          })),
          contentDensity: preferences.isCompact ? 'compact' : 'comfortable',
        }}
        onConfirm={({ detail: { pageSize = allRowsSize, contentDisplay = [], contentDensity } }) =>
          onChoose({
            size: pageSize === allRowsSize ? 'all' : pageSize,
            columns: contentDisplay.map(({ id, visible }) => toColumnChoice(id, visible)),
            isCompact: contentDensity === 'compact',
          })
        }
      />
    </div>
  );
};
