import Alert from '@cloudscape-design/components/alert';
import { returnItem, returnItemLabel } from '#shared/catalogue/returns.ts';
import type { Contradiction, ReadFileReport } from '#shared/returns/file/report.ts';
import { useTexts } from '#web/language/i18n.ts';
import { useRowWords } from '#web/ui/file/row-words.ts';

/** As many as one looks up one after the other. */
const most = 10;

/** Accepted rows of which a wrong bar code may have been scanned. */
const Contradictions = ({ contradictions }: { readonly contradictions: readonly Contradiction[] }) => {
  const { t, language } = useTexts();
  const rowWords = useRowWords();
  const labelOf = (product: string) => {
    const item = returnItem(product);
    return item ? returnItemLabel(item, language) : product;
  };
  return (
    <Alert type="warning" header={t('returns.file.contradictions')}>
      <ul>
        {contradictions.slice(0, most).map(({ row, productDescription, product }) => (
          <li key={row}>
            {t('returns.file.contradiction', { row, description: productDescription, product: labelOf(product) })}
          </li>
        ))}
      </ul>
      {contradictions.length > most && <p>{rowWords(contradictions.slice(most).map(({ row }) => row))}</p>}
    </Alert>
  );
};

/** What of a file was not taken literally, or is to be looked at before its lines are added. */
export const FileNotices = ({ report }: { readonly report: ReadFileReport }) => {
  const { t } = useTexts();
  const rowWords = useRowWords();
  const { unnamed, storeId, setAside, contradictions } = report;
  return (
    <>
      {unnamed.includes('storeRefNo') && <Alert type="info">{t('returns.file.unnamedReference')}</Alert>}
      {unnamed.includes('storeId') && <Alert type="info">{t('returns.file.unnamedStore', { storeId })}</Alert>}
      {setAside && setAside.rows.length > 0 && (
        <Alert type="info">{t('returns.file.setAside', { rows: rowWords(setAside.rows.map(({ row }) => row)) })}</Alert>
      )}
      {contradictions.length > 0 && <Contradictions contradictions={contradictions} />}
    </>
  );
};
