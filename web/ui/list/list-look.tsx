import CollectionPreferences from '@cloudscape-design/components/collection-preferences';
import { useEffect, useRef } from 'react';
import type { ListColumn } from './data-table.tsx';
import type { ColumnChoice } from './remembered-list.ts';

export type LookProps = {
  readonly columns: readonly Pick<ListColumn<never>, 'id' | 'header' | 'isRowHeader'>[];
  readonly chosen: readonly ColumnChoice[];
  readonly isCompact: boolean;
  readonly onChoose: (look: { readonly columns: readonly ColumnChoice[]; readonly isCompact: boolean }) => void;
};

/** Which columns show, in which order, and how close the rows stand: a button and its dialog, which is open at first. Its words are Cloudscape's own. */
export const ListLook = ({ columns, chosen, isCompact, onChoose }: LookProps) => {
  const place = useRef<HTMLDivElement>(null);
  const isFresh = useRef(true);
  useEffect(() => {
    // It was loaded by a press of the button in whose place it stands. Whoever comes back from a record has pressed nothing.
    if (isFresh.current) place.current?.querySelector('button')?.click();
    isFresh.current = false;
  }, []);
  return (
    <div ref={place}>
      <CollectionPreferences
        contentDisplayPreference={{
          options: columns.map(({ id, header, isRowHeader = false }) => ({
            id,
            label: header,
            alwaysVisible: isRowHeader,
          })),
        }}
        contentDensityPreference={{}}
        preferences={{ contentDisplay: chosen, contentDensity: isCompact ? 'compact' : 'comfortable' }}
        onConfirm={({ detail }) =>
          onChoose({
            columns: (detail.contentDisplay ?? []).map(({ id, visible }) => ({ id, visible })),
            isCompact: detail.contentDensity === 'compact',
          })
        }
      />
    </div>
  );
};
