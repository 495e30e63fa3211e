import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import './return-file.css';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { CalendarDate } from '#shared/dates.ts';
import { useTexts } from '#web/language/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import { ChooseFile } from './choose-file.tsx';
import { useNoStrayDrops, usePastedFile } from './dropped-and-pasted.ts';
import { FileProgress } from './file-progress.tsx';
import { FileReportView } from './file-report-view.tsx';
import type { TakeOver, Waiting } from './take-over.ts';
import { TemplateDownload } from './template-download.tsx';
import { useReturnFile } from './use-return-file.ts';

type Props = {
  /** The store that an admin books for; '' while none is chosen. */
  readonly storeId: string | undefined;
  /** For a template's example; '' while it isn't known. */
  readonly exampleStoreId: string;
  readonly today: CalendarDate;
  readonly takeOver: TakeOver;
  readonly unfinished: Waiting;
};

/** Lines from a file: it is read and told about first, and taken over only then. */
export const ReturnFileSection = ({ storeId, exampleStoreId, today, takeOver, unfinished }: Props) => {
  const { t } = useTexts();
  const file = useReturnFile(storeId);
  const { state } = file;
  const section = useRef<HTMLDivElement>(null);
  const isReady = storeId !== '';
  const read = (chosen: File) => {
    // What another file has brought isn't put away unnoticed.
    if (isReady && !unfinished.complain('file')) file.read(chosen);
  };
  usePastedFile(t('returns.file.pasted'), read);
  useNoStrayDrops();

  const { status } = state;
  const shown = useRef(status);
  const tell = useEffectEvent((now: typeof status) => {
    if (now === shown.current) return;
    shown.current = now;
    if (state.status === 'uploading') announce(t('returns.file.uploading', { name: state.name }));
    if (state.status === 'failed') announce(t(`errors.${state.code}`));
    if (state.status === 'read') announce(t('returns.file.isRead', { name: state.name }));
    // Whoever went on with something else meanwhile is not called back.
    const isHere = document.activeElement === document.body || section.current?.contains(document.activeElement);
    if (isHere) section.current?.querySelector<HTMLElement>('[data-file-outcome], button, input')?.focus();
  });
  useEffect(() => tell(status), [status]);

  return (
    <Container
      header={
        <Header variant="h2" actions={<TemplateDownload storeId={exampleStoreId} today={today} />}>
          {t('returns.file.title')}
        </Header>
      }
    >
      <div ref={section}>
        <SpaceBetween size="m">
          {status === 'none' && (isReady ? <ChooseFile onFile={read} /> : <Box>{t('returns.file.storeNeeded')}</Box>)}
          {(state.status === 'uploading' || state.status === 'reading') && (
            <FileProgress
              name={state.name}
              sent={state.status === 'uploading' ? state.sent : undefined}
              onCancel={file.close}
            />
          )}
          {state.status === 'failed' && (
            <Alert
              type="error"
              header={t('returns.file.notRead', { name: state.name })}
              action={
                <Button formAction="none" onClick={file.retry}>
                  {t('returns.file.retry')}
                </Button>
              }
            >
              {t(`errors.${state.code}`)}
            </Alert>
          )}
          {state.status === 'read' && (
            <FileReportView name={state.name} answer={state.answer} takeOver={takeOver} unfinished={unfinished} />
          )}
          {(state.status === 'failed' || state.status === 'read') && (
            <Button formAction="none" onClick={file.close}>
              {t('returns.file.startAgain')}
            </Button>
          )}
        </SpaceBetween>
      </div>
    </Container>
  );
};
