import Box from '@cloudscape-design/components/box';
import FileDropzone from '@cloudscape-design/components/file-dropzone';
import FileInput from '@cloudscape-design/components/file-input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useTexts } from '#web/language/i18n.ts';

type Props = {
  readonly onFile: (file: File) => void;
  /** What a file can be, in words. */
  readonly limits: string;
};

const accepted = '.xlsx,.csv';

/** A file is chosen or dropped here; that rows can be pasted is said as well. */
export const ChooseFile = ({ onFile, limits }: Props) => {
  const { t } = useTexts();
  const take = ([file]: readonly File[]) => {
    if (file) onFile(file);
  };
  return (
    <FileDropzone onChange={({ detail }) => take(detail.value)}>
      <SpaceBetween size="xs" alignItems="center">
        <FileInput value={[]} accept={accepted} onChange={({ detail }) => take(detail.value)}>
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
  );
};
