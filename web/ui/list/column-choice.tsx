import CollectionPreferences from '@cloudscape-design/components/collection-preferences';
import type { ListColumn } from './list-column.ts';
import type { ColumnChoice } from './remembered-list.ts';

type Props = {
  readonly columns: readonly Pick<ListColumn<never>, 'id' | 'header' | 'isRowHeader'>[];
  readonly chosen: readonly ColumnChoice[];
  readonly onChoose: (chosen: readonly ColumnChoice[]) => void;
};

/** Which columns show, and in which order. Its words are Cloudscape's own. */
export const ColumnChoiceButton = ({ columns, chosen, onChoose }: Props) => (
  <CollectionPreferences
    contentDisplayPreference={{
      options: columns.map(({ id, header, isRowHeader = false }) => ({
        id,
        label: header,
        alwaysVisible: isRowHeader,
      })),
    }}
    preferences={{ contentDisplay: chosen }}
    onConfirm={({ detail }) => onChoose((detail.contentDisplay ?? []).map(({ id, visible }) => ({ id, visible })))}
  />
);
