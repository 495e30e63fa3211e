import Button from '@cloudscape-design/components/button';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useTexts } from '#web/language/i18n.ts';

type Props = {
  readonly name: string;
  /** 0 to 1 while it is uploaded; undefined while it is read. */
  readonly sent: number | undefined;
  readonly onCancel: () => void;
};

/** How far a file is on its way. */
export const FileProgress = ({ name, sent, onCancel }: Props) => {
  const { t, locale } = useTexts();
  const isUploading = sent !== undefined;
  const words = isUploading ? t('file.uploading', { name }) : t('file.reading', { name });
  return (
    <div className="file-progress">
      <StatusIndicator type="loading" wrapText>
        {words}
      </StatusIndicator>
      <progress aria-label={words} {...(isUploading && { max: 1, value: sent })} />
      {isUploading && <span>{new Intl.NumberFormat(locale, { style: 'percent' }).format(sent)}</span>}
      <Button formAction="none" onClick={onCancel}>
        {t('file.cancel')}
      </Button>
    </div>
  );
};
