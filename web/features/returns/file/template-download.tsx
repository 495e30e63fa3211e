import { addDays } from '#shared/dates.ts';
import { returnTemplate } from '#shared/returns/file/template.ts';
import { useLinesInHand } from '#web/features/returns/book/use-return-lines.ts';
import { useTexts } from '#web/language/i18n.ts';
import { TableDownload } from '#web/ui/file/table-download.tsx';

/** Some day that every return period allows. */
const exampleDaysAgo = 3;

/** The file to fill in, with an example that is refused until it is replaced. */
export const TemplateDownload = () => {
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
