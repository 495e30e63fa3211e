import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import FileDropzone from '@cloudscape-design/components/file-dropzone';
import FileInput from '@cloudscape-design/components/file-input';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { ReactNode } from 'react';
import { useTexts } from '#web/i18n/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import { FailureText } from '#web/ui/failure-text.tsx';
import '#web/ui/file-progress.css';
import { isFocusUntouched } from '#web/ui/page.tsx';
import './file.css';
import type { FileUpload } from './use-file.ts';

/** Returns whether the text is rows of cells, as spreadsheets copy them. */
const isTable = (text: string) => text.includes('\t') && text.trim().includes('\n');

const getPastedFile = ({ clipboardData }: ClipboardEvent, name: string): File | undefined => {
  const [file] = clipboardData?.files ?? [];
  const text = clipboardData?.getData('text/plain') ?? '';
  // Excel also copies a picture of the cells, as a file.
  if (isTable(text)) return new File([text], name, { type: 'text/csv' });
  return file;
};

/** Handles spreadsheet rows or a file pasted anywhere on the page; no text field holds more than one line. */
const usePastedFile = (name: string, onFile: (file: File) => void) => {
  const handlePaste = useEffectEvent((event: ClipboardEvent) => {
    const file = getPastedFile(event, name);
    if (!file) return;
    event.preventDefault();
    onFile(file);
  });
  useEffect(() => {
    document.addEventListener('paste', handlePaste);
    return () => document.removeEventListener('paste', handlePaste);
  }, []);
};

/**
 * Prevents the browser from opening a file that is dropped outside the drop zone, which would lose the user's input.
 */
const usePreventStrayDrops = () =>
  useEffect(() => {
    const preventDefault = (event: Event) => event.preventDefault();
    addEventListener('dragover', preventDefault);
    addEventListener('drop', preventDefault);
    return () => {
      removeEventListener('dragover', preventDefault);
      removeEventListener('drop', preventDefault);
    };
  }, []);

type Props<Answer> = {
  readonly title: string;
  readonly actions: ReactNode;
  readonly file: FileUpload<Answer>;
  readonly limits: string;
  /** Replaces the file chooser until something else is settled. */
  readonly replacement?: ReactNode;
  readonly canAccept?: () => boolean;
  readonly toReadText: (name: string) => string;
  readonly options?: ReactNode;
  /** Renders the result; its element with `data-file-outcome` gets the focus. */
  readonly children: (name: string, answer: Answer) => ReactNode;
};

export const FileSection = <Answer,>(props: Props<Answer>) => {
  const { title, actions, file, limits, replacement, canAccept = () => true, toReadText, options, children } = props;
  const { t, locale } = useTexts();
  const { state } = file;
  const section = useRef<HTMLDivElement>(null);
  const isReady = replacement === undefined;

  const read = (chosenFile: File | undefined) => {
    if (chosenFile && isReady && canAccept()) file.read(chosenFile);
  };
  usePastedFile(t('file.pasted'), read);
  usePreventStrayDrops();

  const { status } = state;
  const shownStatus = useRef(status);
  const announceStatus = useEffectEvent((nextStatus: typeof status) => {
    if (nextStatus === shownStatus.current) return;
    shownStatus.current = nextStatus;
    if (state.status === 'uploading') announce(t('file.uploading', { name: state.name }));
    if (state.status === 'failed') announce(t(`errors.${state.code}`));
    if (state.status === 'read') announce(toReadText(state.name));
    // Leave the focus alone if the user has moved on to something else.
    const isFocusHere = isFocusUntouched() || section.current?.contains(document.activeElement);
    if (isFocusHere) section.current?.querySelector<HTMLElement>('[data-file-outcome], button, input')?.focus();
  });
  useEffect(() => announceStatus(status), [status]);

  return (
    <Container
      header={
        <Header variant="h2" actions={actions}>
          {title}
        </Header>
      }
    >
      <SpaceBetween size="m">
        {options}
        <div ref={section}>
          <SpaceBetween size="m">
            {status === 'none' && !isReady && replacement}
            {status === 'none' && isReady && (
              <FileDropzone onChange={({ detail }) => read(detail.value[0])}>
                <SpaceBetween size="xs" alignItems="center">
                  <FileInput value={[]} accept=".xlsx,.csv" onChange={({ detail }) => read(detail.value[0])}>
                    {t('file.choose')}
                  </FileInput>
                  <Box color="text-body-secondary" textAlign="center">
                    {t('file.dropOrPaste')}
                  </Box>
                  <Box color="text-body-secondary" textAlign="center" fontSize="body-s">
                    {limits}
                  </Box>
                </SpaceBetween>
              </FileDropzone>
            )}
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
            {state.status === 'read' && children(state.name, state.answer)}
            {(state.status === 'failed' || state.status === 'read') && (
              <Button formAction="none" onClick={file.close}>
                {t('file.startAgain')}
              </Button>
            )}
          </SpaceBetween>
        </div>
      </SpaceBetween>
    </Container>
  );
};
