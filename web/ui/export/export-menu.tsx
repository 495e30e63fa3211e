import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import type { ButtonDropdownProps } from '@cloudscape-design/components/button-dropdown';
import { useEffect, useRef } from 'react';
import { useTexts } from '#web/language/i18n.ts';
import type { ExportFormat } from './export-column.ts';
import type { Export } from './use-export.ts';

type Props = {
  readonly exporting: Export;
  /** Said where there is nothing to export. */
  readonly disabledReason?: string | undefined;
};

const isFormat = (id: string): id is ExportFormat => id === 'xlsx' || id === 'csv';

/** Offers all rows of a list as a file. Excel's own comes first: only there texts stay texts without an apostrophe. */
export const ExportMenu = ({ exporting, disabledReason }: Props) => {
  const { t } = useTexts();
  const { status } = exporting.state;
  const button = useRef<ButtonDropdownProps.Ref>(null);

  // The line that tells of an export goes with its button, which had the focus.
  const wasIdle = useRef(true);
  const isIdle = status === 'idle';
  useEffect(() => {
    if (isIdle && !wasIdle.current) button.current?.focus();
    wasIdle.current = isIdle;
  }, [isIdle]);

  return (
    <ButtonDropdown
      ref={button}
      items={[
        { id: 'xlsx', text: t('export.xlsx') },
        { id: 'csv', text: t('export.csv') },
      ]}
      disabled={disabledReason !== undefined}
      {...(disabledReason !== undefined && { disabledReason })}
      loading={status === 'running'}
      loadingText={t('export.progress')}
      onItemClick={({ detail }) => {
        if (isFormat(detail.id)) void exporting.start(detail.id);
      }}
    >
      {t('export.button')}
    </ButtonDropdown>
  );
};
