import Button from '@cloudscape-design/components/button';
import './list.css';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { useTexts } from '#web/language/i18n.ts';

type Props = {
  /** The one that is always in view: the search, where there is one. */
  readonly first: ReactNode;
  /** What the others are set to; undefined where one is not set. */
  readonly others: readonly (string | undefined)[];
  /** The others: on a phone behind a button, which says how many of them are set. */
  readonly children: ReactNode;
};

/** What a list is searched and narrowed down by. */
export const ListFilters = ({ first, others, children }: Props) => {
  const { t } = useTexts();
  const id = useId();
  const [isUnfolded, setUnfolded] = useState(false);
  const count = others.filter((value) => value !== undefined).length;
  return (
    <search className="list-filters" aria-label={t('list.filters')}>
      {first}
      <div className="list-filters-fold">
        <Button
          iconName="filter"
          ariaExpanded={isUnfolded}
          ariaControls={id}
          onClick={() => setUnfolded((before) => !before)}
        >
          {count === 0 ? t('list.moreFilters') : t('list.moreFiltersSet', { count })}
        </Button>
      </div>
      <div id={id} className={`list-filters-others ${isUnfolded ? 'is-unfolded' : ''}`}>
        {children}
      </div>
    </search>
  );
};
