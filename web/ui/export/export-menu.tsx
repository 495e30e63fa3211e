import Button from '@cloudscape-design/components/button';
import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import type { ButtonDropdownProps } from '@cloudscape-design/components/button-dropdown';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import { useEffect, useRef } from 'react';
import { useTexts } from '#web/language/i18n.ts';
import { FailureText } from '#web/ui/failure-text.tsx';
import type { ExportFormat } from './export-column.ts';
import '#web/ui/file-progress.css';
import type { Export, ExportState } from './use-export.ts';

const signs = { running: 'loading', done: 'success', capped: 'warning', failed: 'error' } as const satisfies Record<
  Exclude<ExportState['status'], 'idle'>,
  StatusIndicatorProps.Type
>;

/** How an export goes, and how it ended. One button calls it off and then puts the line away, so that the focus stays where it is. */
export const ExportStatus = ({ exporting: { state, close } }: { readonly exporting: Export }) => {
  const { t } = useTexts();
  if (state.status === 'idle') return null;
  const isRunning = state.status === 'running';
  return (
    <section className="file-progress is-export" aria-label={t('export.button')}>
      <StatusIndicator type={signs[state.status]} wrapText>
        {t(state.message.key, state.message.values)} {state.failure && <FailureText failure={state.failure} />}
      </StatusIndicator>
      {isRunning && <progress aria-label={t('export.progress')} />}
      <Button onClick={close}>{t(isRunning ? 'export.cancel' : 'export.close')}</Button>
    </section>
  );
};

const isFormat = (id: string): id is ExportFormat => id === 'xlsx' || id === 'csv';

/** Offers all rows of a list as a file. Excel's own comes first: only there texts stay texts without an apostrophe. */
export const ExportMenu = ({
  exporting,
  disabledReason,
}: {
  readonly exporting: Export;
  readonly disabledReason?: string | undefined;
}) => {
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
