import Button from '@cloudscape-design/components/button';
import './list.css';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { useTexts } from '#web/language/i18n.ts';
import { lazily } from '#web/ui/lazily.tsx';
import type { LookProps } from './list-look.tsx';
import type { Row } from './load-rows.ts';
import { SortField } from './sort-field.tsx';
import type { List } from './use-route-list.ts';

/** With what moves columns about: a tenth of what a list would load. */
const { Lazy: ListLook, load } = lazily(async () => (await import('./list-look.tsx')).ListLook);

const LookButton = (look: LookProps) => {
  const { t } = useTexts();
  const [state, setState] = useState<'closed' | 'loading' | 'loaded'>('closed');
  const open = async () => {
    setState('loading');
    setState((await load()) ? 'loaded' : 'closed');
  };
  return state === 'loaded' ? (
    <ListLook {...look} />
  ) : (
    <Button
      variant="icon"
      iconName="settings"
      ariaLabel={t('list.look')}
      loading={state === 'loading'}
      onClick={() => void open()}
    />
  );
};

export type BarProps<Item extends Row> = {
  readonly list: List<Item>;
  readonly first: ReactNode;
  readonly others: readonly (string | undefined)[];
  readonly filters: ReactNode;
  readonly actions: ReactNode;
  readonly noRoom: ReadonlySet<string>;
};

export const ListBar = <Item extends Row>({ list, first, others, filters, actions, noRoom }: BarProps<Item>) => {
  const { t } = useTexts();
  const id = useId();
  const [isUnfolded, setUnfolded] = useState(false);
  const { state, columns, sort, view } = list;
  const count = others.filter((value) => value !== undefined).length;
  // One button for both, so that the focus stays when loading ends.
  const isStoppable = state.status === 'loading' && state.found.cursor !== undefined;
  return (
    <div className={`list-bar ${isUnfolded ? 'is-unfolded' : ''}`}>
      <search className="list-filters" aria-label={t('list.filters')}>
        {first}
        <span data-field="reload">
          <Button
            variant="icon"
            iconName={isStoppable ? 'close' : 'refresh'}
            ariaLabel={isStoppable ? t('list.stop') : t('list.refresh')}
            loading={list.isBusy && !isStoppable}
            loadingText={t('list.pages.isLoading')}
            onClick={isStoppable ? list.stop : list.reload}
          />
        </span>
        <div className="list-fold">
          <Button
            iconName="filter"
            ariaExpanded={isUnfolded}
            ariaControls={id}
            onClick={() => setUnfolded((before) => !before)}
          >
            {count === 0 ? t('list.moreFilters') : t('list.moreFiltersSet', { count })}
          </Button>
        </div>
        <div id={id} className="list-chips">
          {filters}
          <SortField columns={columns} sort={sort} onSort={view.sortBy} />
        </div>
      </search>
      <div className="list-tools">
        {actions}
        <LookButton columns={columns} look={list.look} noRoom={noRoom} onChoose={list.choose} />
      </div>
    </div>
  );
};
