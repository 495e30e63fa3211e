import Alert from '@cloudscape-design/components/alert';
import './bulk.css';
import type { ReadUsersFile } from '#shared/users/file/report.ts';
import { useTexts } from '#web/language/i18n.ts';

/** Says which stores a file names otherwise than the portal does, whose names stay: it may be a slip, or a new name. */
export const RenamedStores = ({ renamed }: Pick<ReadUsersFile, 'renamed'>) => {
  const { t } = useTexts();
  return (
    <Alert type="info" header={t('users.file.renamed.title')}>
      <ul className="renamed-stores">
        {renamed.map(({ storeId, known, named }) => (
          <li key={[storeId, named].join('\n')}>{t('users.file.renamed.store', { storeId, known, named })}</li>
        ))}
      </ul>
      {t('users.file.renamed.known')}
    </Alert>
  );
};
