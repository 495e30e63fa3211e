import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import type { ButtonDropdownProps } from '@cloudscape-design/components/button-dropdown';
import type { RefObject } from 'react';
import { useTexts } from '#web/language/i18n.ts';
import type { ExportFormat } from './export-column.ts';

type Props = Pick<ButtonDropdownProps, 'loading' | 'loadingText' | 'children'> & {
  readonly ref?: RefObject<ButtonDropdownProps.Ref | null>;
  readonly disabledReason: string | undefined;
  readonly onChosen: (format: ExportFormat) => void;
};

/** Offers a file of either kind. Excel's own comes first: only there texts stay texts without an apostrophe. */
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
