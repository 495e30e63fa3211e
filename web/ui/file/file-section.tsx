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
import { useTexts } from '#web/language/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import { FailureText } from '#web/ui/failure-text.tsx';
import '#web/ui/file-progress.css';
import { hasOnlyArrived } from '#web/ui/page.tsx';
import './file.css';
import type { FileOnItsWay } from './use-file.ts';

/** Rows of cells, as spreadsheets put them into the clipboard. */
const isTable = (text: string) => text.includes('\t') && text.trim().includes('\n');

const pastedFile = ({ clipboardData }: ClipboardEvent, name: string): File | undefined => {
  const [file] = clipboardData?.files ?? [];
  const text = clipboardData?.getData('text/plain') ?? '';
  // Excel also offers a picture of the cells, as a file.
  if (isTable(text)) return new File([text], name, { type: 'text/csv' });
  return file;
};

/** Takes rows that are pasted from a spreadsheet, or a file, wherever on the page: no field of it can hold more than a line. */
const usePastedFile = (name: string, onFile: (file: File) => void) => {
  const take = useEffectEvent((event: ClipboardEvent) => {
    const file = pastedFile(event, name);
    if (!file) return;
    event.preventDefault();
    onFile(file);
  });
  useEffect(() => {
    document.addEventListener('paste', take);
    return () => document.removeEventListener('paste', take);
  }, []);
};

/** A file that is dropped beside its place would take the page's: the browser would open it, and what is typed would be gone. */
const useNoStrayDrops = () =>
  useEffect(() => {
    const refuse = (event: Event) => event.preventDefault();
    addEventListener('dragover', refuse);
    addEventListener('drop', refuse);
    return () => {
      removeEventListener('dragover', refuse);
      removeEventListener('drop', refuse);
    };
  }, []);

type Props<Answer> = {
  readonly title: string;
  readonly actions: ReactNode;
  readonly file: FileOnItsWay<Answer>;
  readonly limits: string;
  /** What has to be settled before a file can be chosen. */
  readonly instead?: ReactNode;
  readonly isWelcome?: () => boolean;
  readonly isRead: (name: string) => string;
  readonly options?: ReactNode;
  /** What became of the file; the element with `data-file-outcome` is focused. */
  readonly children: (name: string, answer: Answer) => ReactNode;
};

export const FileSection = <Answer,>(props: Props<Answer>) => {
  const { title, actions, file, limits, instead, isWelcome = () => true, isRead, options, children } = props;
  const { t, locale } = useTexts();
  const { state } = file;
  const section = useRef<HTMLDivElement>(null);
  const isReady = instead === undefined;

  const read = (chosen: File | undefined) => {
    if (chosen && isReady && isWelcome()) file.read(chosen);
  };
  usePastedFile(t('file.pasted'), read);
  useNoStrayDrops();

  const { status } = state;
  const shown = useRef(status);
  const tell = useEffectEvent((now: typeof status) => {
    if (now === shown.current) return;
    shown.current = now;
    if (state.status === 'uploading') announce(t('file.uploading', { name: state.name }));
    if (state.status === 'failed') announce(t(`errors.${state.code}`));
    if (state.status === 'read') announce(isRead(state.name));
    // Whoever went on with something else meanwhile is not called back.
    const isHere = hasOnlyArrived() || section.current?.contains(document.activeElement);
    if (isHere) section.current?.querySelector<HTMLElement>('[data-file-outcome], button, input')?.focus();
  });
  useEffect(() => tell(status), [status]);

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
            {status === 'none' && !isReady && instead}
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
