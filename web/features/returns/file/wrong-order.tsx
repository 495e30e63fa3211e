import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import type { FileColumn } from '#shared/returns/file/columns.ts';
import { fileColumns } from '#shared/returns/file/columns.ts';
import { useTexts } from '#web/language/i18n.ts';
import { columnWords } from './reason-words.ts';

type Props = { readonly found: readonly FileColumn[]; readonly onPutInOrder: () => void };

/** All columns are there, in another order: one button mends that. */
export const WrongOrder = ({ found, onPutInOrder }: Props) => {
  const { t, language } = useTexts();
  const list = (columns: readonly FileColumn[]) => columns.map((column) => columnWords(column, language)).join(' | ');
  return (
    <Alert
      type="warning"
      header={t('errors.ReturnsFileWrongHeaders')}
      action={
        <Button formAction="none" onClick={onPutInOrder}>
          {t('returns.file.putInOrder')}
        </Button>
      }
    >
      <p>{t('returns.file.allColumnsThere')}</p>
      <p>{t('returns.file.columnsFound', { columns: list(found) })}</p>
      <p>{t('returns.file.columnsExpected', { columns: list(fileColumns) })}</p>
    </Alert>
  );
};
