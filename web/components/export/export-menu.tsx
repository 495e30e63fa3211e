import Button from '@cloudscape-design/components/button';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import { useTexts } from '#web/i18n/i18n.ts';
import { FailureText } from '#web/ui/failure-text.tsx';
import { FormatMenu } from './format-menu.tsx';
import '#web/ui/file-progress.css';
import type { Export, ExportState } from './use-export.ts';

const indicatorTypes = {
  running: 'loading',
  done: 'success',
  capped: 'warning',
  failed: 'error',
} as const satisfies Record<Exclude<ExportState['status'], 'idle'>, StatusIndicatorProps.Type>;

/**
 * Status line of an export. One button first cancels the export and then closes the line, so that the focus stays on
 * it.
 */
export const ExportStatus = ({ fileExport: { state, close } }: { readonly fileExport: Export }) => {
  const { t } = useTexts();
  if (state.status === 'idle') return null;
  const isRunning = state.status === 'running';
  return (
    <section className="file-progress is-export" aria-label={t('export.button')}>
      <StatusIndicator type={indicatorTypes[state.status]} wrapText>
        {t(state.message.key, state.message.values)} {state.failure && <FailureText failure={state.failure} />}
      </StatusIndicator>
      {isRunning && <progress aria-label={t('export.progress')} />}
      <Button
        {...(isRunning ? { variant: 'link' } : { variant: 'icon', iconName: 'close', ariaLabel: t('export.close') })}
        onClick={close}
      >
        {isRunning && t('export.cancel')}
      </Button>
    </section>
  );
};

/** Menu that exports all rows of a list as a file. */
export const ExportMenu = ({ fileExport: { state, start, menu } }: { readonly fileExport: Export }) => {
  const { t } = useTexts();
  return (
    <FormatMenu
      ref={menu}
      loading={state.status === 'running'}
      loadingText={t('export.progress')}
      onChosen={(format) => void start(format)}
    >
      {t('export.button')}
    </FormatMenu>
  );
};
