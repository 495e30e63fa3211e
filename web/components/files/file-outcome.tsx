import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { ReactNode } from 'react';
import { useTexts } from '#web/i18n/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import { FailureText } from '#web/ui/failure-text.tsx';
import '#web/ui/file-progress.css';
import { isFocusUntouched } from '#web/ui/page.tsx';
import type { FileUpload } from './use-file.ts';

/** Attributes of the elements that contain the file's button and its outcome; the focus moves between them. */
export const fileArea = { 'data-file-area': '' };
const outcomeArea = { 'data-file-area': 'outcome' };

/** Announces what happens to a file, and moves the focus to its outcome or back to the button. */
export const useFileStatus = <Result,>({ state }: FileUpload<Result>, formatReadText: (name: string) => string) => {
  const { t } = useTexts();
  const { status } = state;
  const handledStatus = useRef(status);
  const announceStatus = useEffectEvent((nextStatus: typeof status) => {
    if (nextStatus === handledStatus.current) return;
    handledStatus.current = nextStatus;
    if (state.status === 'uploading') announce(t('file.uploading', { name: state.name }));
    if (state.status === 'failed') announce(t(`errors.${state.code}`));
    if (state.status === 'read') announce(formatReadText(state.name));
    // The focus does not move if the user has moved it elsewhere.
    const isFocusOnFile = isFocusUntouched() || document.activeElement?.closest('[data-file-area]');
    if (!isFocusOnFile) return;
    const target =
      document.querySelector<HTMLElement>('[data-file-area=outcome] :is([data-file-outcome], button)') ??
      document.querySelector<HTMLElement>('[data-file-area] :is(button, input)');
    target?.focus();
  });
  useEffect(() => announceStatus(status), [status]);
};

type Props<Result> = {
  readonly file: FileUpload<Result>;
  /** Renders the result; its element with `data-file-outcome` gets the focus. */
  readonly children: (name: string, result: Result) => ReactNode;
};

/** Progress of a file, the reason why it failed, or its result; nothing without a file. */
export const FileOutcome = <Result,>({ file, children }: Props<Result>) => {
  const { t, locale } = useTexts();
  const { state } = file;
  if (state.status === 'none') return null;
  return (
    <div {...outcomeArea}>
      <SpaceBetween size="m">
        {(state.status === 'uploading' || state.status === 'reading') && (
          <div className="file-progress">
            <StatusIndicator type="loading" wrapText>
              {t(`file.${state.status}`, { name: state.name })}
            </StatusIndicator>
            <progress
              aria-label={t(`file.${state.status}`, { name: state.name })}
              {...(state.status === 'uploading' && { max: 1, value: state.sent })}
            />
            {state.status === 'uploading' && (
              <span>{new Intl.NumberFormat(locale, { style: 'percent' }).format(state.sent)}</span>
            )}
            <Button formAction="none" onClick={file.close}>
              {t('file.cancel')}
            </Button>
          </div>
        )}
        {state.status === 'failed' && (
          <Alert
            type="error"
            header={t('file.notRead', { name: state.name })}
            action={
              <Button formAction="none" onClick={file.retry}>
                {t('file.retry')}
              </Button>
            }
          >
            <FailureText failure={state} />
          </Alert>
        )}
        {state.status === 'read' && children(state.name, state.result)}
        {(state.status === 'failed' || state.status === 'read') && (
          <Button formAction="none" onClick={file.close}>
            {t('file.startAgain')}
          </Button>
        )}
      </SpaceBetween>
    </div>
  );
};
