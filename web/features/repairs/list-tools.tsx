import Button from '@cloudscape-design/components/button';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { limits } from '#shared/limits.ts';
import { useTexts } from '#web/i18n.ts';
import './list.css';

type ListToolsProps = {
  readonly rowsPerPage: number;
  readonly isBusy: boolean;
  readonly onRowsPerPage: (rows: number) => void;
  readonly onRefresh: () => void;
};

const sizes = limits.page.sizes.map((size) => ({ value: String(size), label: String(size) }));

/** How many rows a page has, and the newest state of it. */
export const ListTools = ({ rowsPerPage, isBusy, onRowsPerPage, onRefresh }: ListToolsProps) => {
  const { t } = useTexts();
  return (
    <SpaceBetween direction="horizontal" size="xs" alignItems="end">
      <div className="rows-per-page">
        <Select
          inlineLabelText={t('repairs.list.rowsPerPage')}
          options={sizes}
          selectedOption={sizes.find(({ value }) => value === String(rowsPerPage)) ?? null}
          onChange={({ detail }) => onRowsPerPage(Number(detail.selectedOption.value))}
        />
      </div>
      <Button iconName="refresh" ariaLabel={t('repairs.list.refresh')} loading={isBusy} onClick={onRefresh} />
    </SpaceBetween>
  );
};
