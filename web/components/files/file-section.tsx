import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import FileDropzone from '@cloudscape-design/components/file-dropzone';
import FileInput from '@cloudscape-design/components/file-input';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';
import { useTexts } from '#web/i18n/i18n.ts';
import { fileArea, FileOutcome, useFileStatus } from './file-outcome.tsx';
import './file.css';
import { useFileIntake } from './use-file-intake.ts';
import type { FileUpload } from './use-file.ts';

type Props<Result> = {
  readonly title: string;
  readonly actions: ReactNode;
  readonly file: FileUpload<Result>;
  /** Text about the limits of files. */
  readonly limits: string;
  /** Returns the announcement that a file has been read. */
  readonly formatReadText: (name: string) => string;
  readonly options?: ReactNode;
  /** Renders the result; its element with `data-file-outcome` gets the focus. */
  readonly children: (name: string, result: Result) => ReactNode;
};

/** Box of a page whose purpose is a file: the drop zone, then the outcome. */
export const FileSection = <Result,>(props: Props<Result>) => {
  const { title, actions, file, limits, formatReadText, options, children } = props;
  const { t } = useTexts();
  useFileIntake(t('file.pasted'), file.read);
  useFileStatus(file, formatReadText);
  const readFirst = ([chosenFile]: readonly File[]) => chosenFile && file.read(chosenFile);
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
        {file.state.status === 'none' && (
          <div {...fileArea}>
            <FileDropzone onChange={({ detail }) => readFirst(detail.value)}>
              <SpaceBetween size="xs" alignItems="center">
                <FileInput value={[]} accept=".xlsx,.csv" onChange={({ detail }) => readFirst(detail.value)}>
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
          </div>
        )}
        <FileOutcome file={file}>{children}</FileOutcome>
      </SpaceBetween>
    </Container>
  );
};
