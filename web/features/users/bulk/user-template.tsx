import { regions } from '#shared/regions.ts';
import { userColumns } from '#shared/users/file/report.ts';
import { usePlace } from '#web/browser/place.ts';
import { config } from '#web/data/config.ts';
import { useTexts } from '#web/language/i18n.ts';
import { TableDownload } from '#web/ui/file/table-download.tsx';
import { valuesOfUser } from './users-table.ts';

/** An address that can belong to nobody (RFC 2606). */
const exampleEmail = 'name@example.com';

/** The file to fill in, with an example that would be read. */
export const UserTemplate = () => {
  const { t } = useTexts();
  const { region } = usePlace();
  const { returnsAvailable } = config().regions[region];
  return (
    <TableDownload
      label={t('file.template')}
      name={t('users.file.templateName')}
      title={t('users.file.sheet')}
      table={() => ({
        headers: userColumns,
        areExamples: true,
        rows: [
          valuesOfUser({
            email: exampleEmail,
            storeId: `${regions[region].prefix}001`,
            storeName: t('users.file.exampleStore'),
            roles: ['register-repairs', ...(returnsAvailable ? (['register-returns'] as const) : [])],
          }),
        ],
      })}
    />
  );
};
