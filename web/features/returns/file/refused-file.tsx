import Alert from '@cloudscape-design/components/alert';
import { fileColumns } from '#shared/returns/file/columns.ts';
import type { FileColumn } from '#shared/returns/file/columns.ts';
import type { FileReport, ReturnsFileProblem, StoreRows } from '#shared/returns/file/report.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import type { TextKey } from '#web/language/i18n.ts';
import { useTexts } from '#web/language/i18n.ts';
import { columnWords } from './reason-words.ts';
import { useRowWords } from './row-words.ts';

type Refused = Extract<FileReport, { outcome: 'refused' }>;

const texts = {
  FileEmpty: 'returns.file.refusals.FileEmpty',
  FileWrongType: 'returns.file.refusals.FileWrongType',
  FilePasswordProtected: 'returns.file.refusals.FilePasswordProtected',
  FileWithMacros: 'returns.file.refusals.FileWithMacros',
  FileTooLarge: 'returns.file.refusals.FileTooLarge',
  FileDamaged: 'returns.file.refusals.FileDamaged',
  ReturnsFileWrongHeaders: 'errors.ReturnsFileWrongHeaders',
  ReturnsFileNotSameStoreReference: 'errors.ReturnsFileNotSameStoreReference',
  ReturnsFileOtherStore: 'returns.file.refusals.ReturnsFileOtherStore',
  ReturnsFileTooManyLines: 'returns.file.refusals.ReturnsFileTooManyLines',
} as const satisfies Record<ReturnsFileProblem, TextKey>;

/** Which headers a file lacks, has too much of, or has twice. */
const Headers = ({ missing = [], unknown = [], repeated = [] }: Pick<Refused, 'missing' | 'unknown' | 'repeated'>) => {
  const { t, language } = useTexts();
  const list = (columns: readonly FileColumn[]) => columns.map((column) => columnWords(column, language)).join(' | ');
  return (
    <>
      {missing.length > 0 && <p>{t('returns.file.columnsMissing', { columns: list(missing) })}</p>}
      {unknown.length > 0 && <p>{t('returns.file.columnsUnknown', { columns: unknown.join(' | ') })}</p>}
      {repeated.length > 0 && <p>{t('returns.file.columnsRepeated', { columns: list(repeated) })}</p>}
      <p>{t('returns.file.columnsExpected', { columns: list(fileColumns) })}</p>
    </>
  );
};

/** What the rows name, the most frequent first. */
const Stores = ({ stores }: { readonly stores: readonly StoreRows[] }) => {
  const { t } = useTexts();
  const rowWords = useRowWords();
  const shown = (text: string) => (text === '' ? t('returns.file.blank') : text);
  return (
    <ul>
      {stores.map(({ storeId, storeRefNo, rows }) => (
        <li key={[storeId, storeRefNo].join('\n')}>
          {t('returns.file.namedBy', { storeId: shown(storeId), reference: shown(storeRefNo), rows: rowWords(rows) })}
        </li>
      ))}
    </ul>
  );
};

/** Why nothing of a file can be taken over, and what to do about it. */
export const RefusedFile = ({ report }: { readonly report: Refused }) => {
  const { t, locale } = useTexts();
  const { code, stores, lines = 0, row } = report;
  const inWords = (count: number) => new Intl.NumberFormat(locale).format(count);
  return (
    <Alert
      type="error"
      header={t(texts[code], {
        most: inWords(returnLimits.lines),
        lines: inWords(lines),
        megabytes: returnLimits.file.bytes / 1024 / 1024,
      })}
    >
      {code === 'ReturnsFileWrongHeaders' && <Headers {...report} />}
      {stores && <Stores stores={stores} />}
      {row !== undefined && <p>{t('returns.file.readUpTo', { row })}</p>}
      <p>{t('returns.file.nothingTaken')}</p>
    </Alert>
  );
};
