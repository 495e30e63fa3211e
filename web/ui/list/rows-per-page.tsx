import Select from '@cloudscape-design/components/select';
import { limits } from '#shared/limits.ts';
import { useTexts } from '#web/language/i18n.ts';
import type { ListSize } from './load-rows.ts';

type Props = { readonly size: ListSize; readonly onResize: (size: ListSize) => void };

const sizes: readonly ListSize[] = [...limits.page.sizes, 'all'];

/** How many rows a page has. */
export const RowsPerPage = ({ size, onResize }: Props) => {
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
