import Box from '@cloudscape-design/components/box';
import FileDropzone from '@cloudscape-design/components/file-dropzone';
import FileInput from '@cloudscape-design/components/file-input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { returnLimits } from '#shared/returns/limits.ts';
import { useTexts } from '#web/language/i18n.ts';

type Props = { readonly onFile: (file: File) => void };

const accepted = '.xlsx,.csv';

/** A file is chosen or dropped here; that rows can be pasted is said as well. */
export const ChooseFile = ({ onFile }: Props) => {
  const { t, locale } = useTexts();
  const lines = new Intl.NumberFormat(locale).format(returnLimits.lines);
  const take = ([file]: readonly File[]) => {
    if (file) onFile(file);
  };
  return (
    <FileDropzone onChange={({ detail }) => take(detail.value)}>
      <SpaceBetween size="xs" alignItems="center">
        <FileInput value={[]} accept={accepted} onChange={({ detail }) => take(detail.value)}>
          {t('returns.file.choose')}
        </FileInput>
        <Box color="text-body-secondary" textAlign="center">
          {t('returns.file.dropOrPaste')}
        </Box>
        <Box color="text-body-secondary" textAlign="center" fontSize="body-s">
          {t('returns.file.limits', { lines, megabytes: returnLimits.file.bytes / 1024 / 1024 })}
        </Box>
      </SpaceBetween>
    </FileDropzone>
  );
};
