import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import type { ButtonDropdownProps } from '@cloudscape-design/components/button-dropdown';
import type { RefObject } from 'react';
import { useTexts } from '#web/i18n/i18n.ts';
import type { ExportFormat } from './export-column.ts';

type Props = Pick<ButtonDropdownProps, 'loading' | 'loadingText' | 'children'> & {
  readonly ref?: RefObject<ButtonDropdownProps.Ref | null>;
  readonly disabledReason?: string | undefined;
  readonly onChosen: (format: ExportFormat) => void;
};

/** Menu of file formats. Excel comes first, because in CSV some texts need a leading apostrophe to stay texts. */
export const FormatMenu = ({ disabledReason, onChosen, ...button }: Props) => {
  const { t } = useTexts();
  return (
    <ButtonDropdown
      {...button}
      items={[
        { id: 'xlsx', text: t('export.xlsx') },
        { id: 'csv', text: t('export.csv') },
      ]}
      disabled={disabledReason !== undefined}
      {...(disabledReason !== undefined && { disabledReason })}
      onItemClick={({ detail }) => onChosen(detail.id === 'csv' ? 'csv' : 'xlsx')}
    />
  );
};
