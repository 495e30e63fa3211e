import Box from '@cloudscape-design/components/box';
import { addDays } from '#shared/dates.ts';
import { returnTemplate } from '#shared/returns/file/template.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import { useLinesInHand } from '#web/features/returns/book/use-return-lines.ts';
import { useTexts } from '#web/language/i18n.ts';
import { FileSection } from '#web/ui/file/file-section.tsx';
import { TableDownload } from '#web/ui/file/table-download.tsx';
import { FileReportView } from './file-report-view.tsx';
import type { Reporting } from './read-report.tsx';
import { useReturnFile } from './use-return-file.ts';

/** Some day that every return period allows. */
const exampleDaysAgo = 3;

/** The file to fill in, with an example that is refused until it is replaced. */
const TemplateDownload = () => {
  const { t, language } = useTexts();
  const { storeId, context } = useLinesInHand();
  return (
    <TableDownload
      label={t('file.template')}
      name={t('returns.file.templateName')}
      title={t('returns.file.sheet')}
      disabledReason={storeId === '' ? t('returns.file.storeNeeded') : undefined}
      table={() => {
        const { headers, example } = returnTemplate(language, {
          storeId,
          purchaseDate: addDays(context.today, -exampleDaysAgo),
        });
        return { headers, rows: [example], areExamples: true };
      }}
    />
  );
};

type Props = Reporting & {
  /** The store that an admin books for; '' while none is chosen. */
  readonly storeId: string | undefined;
};

/** Lines from a file: it is read and told about first, and taken over only then. */
export const ReturnFileSection = ({ storeId, ...reporting }: Props) => {
  const { t, formatNumber } = useTexts();
  const file = useReturnFile(storeId);
  const { unfinished } = useLinesInHand();
  return (
    <FileSection
      title={t('returns.file.title')}
      actions={<TemplateDownload />}
      file={file}
      limits={t('returns.file.limits', {
        lines: formatNumber(returnLimits.lines),
        megabytes: returnLimits.file.bytes / 1024 / 1024,
      })}
      instead={storeId === '' ? <Box>{t('returns.file.storeNeeded')}</Box> : undefined}
      // What another file has brought isn't put away unnoticed.
      isWelcome={() => !unfinished.complain('file', 'row')}
      isRead={(name) => t('returns.file.isRead', { name })}
    >
      {(name, answer) => <FileReportView name={name} answer={answer} onReadAgain={file.readAgain} {...reporting} />}
    </FileSection>
  );
};
