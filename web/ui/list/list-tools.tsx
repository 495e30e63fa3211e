import Button from '@cloudscape-design/components/button';
import Select from '@cloudscape-design/components/select';
import './list.css';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { limits } from '#shared/limits.ts';
import { useTexts } from '#web/language/i18n.ts';
import { lazily } from '#web/ui/lazily.tsx';
import type { LookProps } from './list-look.tsx';
import type { ListSize, Row } from './load-rows.ts';
import { Pager } from './pager.tsx';
import type { List } from './use-list.ts';

type SizeProps = { readonly size: ListSize; readonly onResize: (size: ListSize) => void };

const sizes: readonly ListSize[] = [...limits.page.sizes, 'all'];

/** How many rows a page has. */
const RowsPerPage = ({ size, onResize }: SizeProps) => {
  const { t } = useTexts();
  const options = sizes.map((one) => ({ value: String(one), label: one === 'all' ? t('list.all') : String(one) }));
  return (
    <div className="list-size">
      <Select
        inlineLabelText={t('list.rowsPerPage')}
        options={options}
        selectedOption={options.find(({ value }) => value === String(size)) ?? null}
        onChange={({ detail }) => {
          const chosen = sizes.find((one) => String(one) === detail.selectedOption.value);
          if (chosen !== undefined) onResize(chosen);
        }}
      />
    </div>
  );
};

/** With what moves columns about: a tenth of what a list would load. */
const { Lazy: ListLook, load } = lazily(async () => (await import('./list-look.tsx')).ListLook);

/** Which columns show, in which order, and how close the rows stand. */
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
  const isStoppable = isLoading && state.found.cursor !== undefined;
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
        {list.count !== undefined && <span>{list.count}</span>}
        {size !== 'all' && (
          <Pager
            view={view}
            next={isLoading ? undefined : state.found.cursor}
            isFull={state.found.items.length === size}
            isLoading={isLoading}
          />
        )}
        <LookButton
          columns={list.columns}
          chosen={list.columnChoice}
          isCompact={list.isCompact}
          onChoose={list.choose}
        />
      </span>
    </div>
  );
};
