import Alert from '@cloudscape-design/components/alert';
import { fileColumns } from '#shared/returns/file/columns.ts';
import type { FileColumn } from '#shared/returns/file/columns.ts';
import type { FileReport, ReturnsFileProblem, StoreRows } from '#shared/returns/file/report.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import type { TextKey } from '#web/language/i18n.ts';
import { useTexts } from '#web/language/i18n.ts';
import { fileProblemTexts } from '#web/ui/file/file-problems.ts';
import { useRowWords } from '#web/ui/file/row-words.ts';
import { WrongHeaders } from '#web/ui/file/wrong-headers.tsx';
import { columnWords } from './reason-words.ts';

type Refused = Extract<FileReport, { outcome: 'refused' }>;

const texts = {
  ...fileProblemTexts,
  FileTooLarge: 'returns.file.refusals.FileTooLarge',
  ReturnsFileWrongHeaders: 'errors.ReturnsFileWrongHeaders',
  ReturnsFileNotSameStoreReference: 'errors.ReturnsFileNotSameStoreReference',
  ReturnsFileOtherStore: 'returns.file.refusals.ReturnsFileOtherStore',
  ReturnsFileTooManyLines: 'returns.file.refusals.ReturnsFileTooManyLines',
} as const satisfies Record<ReturnsFileProblem, TextKey>;

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
  const { t, language, formatNumber } = useTexts();
  const { code, stores, lines = 0, row, missing = [], unknown = [], repeated = [], otherSheets } = report;
  const words = (columns: readonly FileColumn[]) => columns.map((column) => columnWords(column, language));
  return (
    <Alert
      type="error"
      header={t(texts[code], {
        most: formatNumber(returnLimits.lines),
        lines: formatNumber(lines),
        megabytes: returnLimits.file.bytes / 1024 / 1024,
      })}
    >
      {code === 'ReturnsFileWrongHeaders' && (
        <WrongHeaders
          missing={words(missing)}
          unknown={unknown}
          repeated={words(repeated)}
          expected={words(fileColumns)}
          otherSheets={otherSheets}
        />
      )}
      {stores && <Stores stores={stores} />}
      {row !== undefined && <p>{t('file.readUpTo', { row })}</p>}
      <p>{t('returns.file.nothingTaken')}</p>
    </Alert>
  );
};
