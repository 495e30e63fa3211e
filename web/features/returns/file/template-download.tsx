import type { CalendarDate } from '#shared/dates.ts';
import { addDays } from '#shared/dates.ts';
import { returnTemplate } from '#shared/returns/file/template.ts';
import { useTexts } from '#web/language/i18n.ts';
import { TableDownload } from '#web/ui/file/table-download.tsx';

type Props = {
  /** '' while it isn't known. */
  readonly storeId: string;
  readonly today: CalendarDate;
};

/** Some day that every return period allows. */
const exampleDaysAgo = 3;

/** The file to fill in, with an example that is refused until it is replaced. */
export const TemplateDownload = ({ storeId, today }: Props) => {
  const { t, language } = useTexts();
  return (
    <TableDownload
      label={t('file.template')}
      name={t('returns.file.templateName')}
      title={t('returns.file.sheet')}
      disabledReason={storeId === '' ? t('returns.file.storeNeeded') : undefined}
      table={() => {
        const { headers, example } = returnTemplate(language, {
          storeId,
          purchaseDate: addDays(today, -exampleDaysAgo),
        });
        return { headers, rows: [example], areExamples: true };
      }}
    />
  );
};
