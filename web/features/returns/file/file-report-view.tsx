import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { useRef, useState } from 'react';
import type { FileColumn } from '#shared/returns/file/columns.ts';
import { fileColumns } from '#shared/returns/file/columns.ts';
import { useTexts } from '#web/language/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import { ReadReport } from './read-report.tsx';
import type { Reporting } from './read-report.tsx';
import { columnWords } from './reason-words.ts';
import { RefusedFile } from './refused-file.tsx';
import type { ReadFile } from './use-return-file.ts';

/** All columns are there, in another order: one button mends that. */
const WrongOrder = ({
  found,
  onPutInOrder,
}: {
  readonly found: readonly FileColumn[];
  readonly onPutInOrder: () => void;
}) => {
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
      <p>{t('file.columnsExpected', { columns: list(fileColumns) })}</p>
    </Alert>
  );
};

type Props = Reporting & { readonly name: string; readonly answer: ReadFile };

/** What became of a file. Columns in another order are asked about before anything else is said. */
export const FileReportView = ({ name, answer, ...reporting }: Props) => {
  const { t } = useTexts();
  const { report } = answer;
  const title = useRef<HTMLHeadingElement>(null);
  const [ordered, setOrdered] = useState<ReadFile>();
  const disordered = ordered === answer ? undefined : report.reordered;
  const putInOrder = () => {
    setOrdered(answer);
    // The button goes, and what it was for stands below the title.
    title.current?.focus();
    announce(t('returns.file.isRead', { name }));
  };
  return (
    <div className="file-report">
      <h3 ref={title} className="file-report-title" tabIndex={-1} data-file-outcome="">
        {t('file.reportOf', { name })}
      </h3>
      {disordered && <WrongOrder found={disordered} onPutInOrder={putInOrder} />}
      {!disordered && report.outcome === 'refused' && <RefusedFile report={report} />}
      {!disordered && report.outcome === 'read' && (
        <ReadReport name={name} report={report} answer={answer} {...reporting} />
      )}
    </div>
  );
};
