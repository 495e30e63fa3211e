import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import { useEffect } from 'react';
import { useTexts } from '#web/i18n/i18n.ts';
import { focusLine, focusLineField, scrollToLine } from './focus-line.ts';
import { LineFields } from './line-fields.tsx';
import type { LineProblem } from './line-problems.ts';
import { LineRow } from './line-row.tsx';
import './lines-table.css';
import type { Line, LineValues } from './lines.ts';
import { useLineForm } from './use-line-form.ts';
import type { LinesController } from './use-lines.ts';
import type { ReturnLines } from './use-return-lines.ts';

type EditorProps = {
  readonly line: Line;
  readonly number: number;
  readonly problems: readonly LineProblem[];
  readonly onSave: (key: number, values: LineValues) => void;
  readonly onCancel: (key: number) => void;
};

const LineEditor = ({ line, number, problems, onSave, onCancel }: EditorProps) => {
  const { t } = useTexts();
  const form = useLineForm({
    scope: 'line',
    initial: line,
    lineKey: line.key,
    unfinishedText: { key: 'returns.book.notSaved', values: { line: number } },
    onDone: (values) => onSave(line.key, values),
  });
  const firstField = problems[0]?.field ?? 'ean';
  useEffect(() => {
    focusLineField('line', firstField);
  }, [firstField]);

  return (
    <section className="line-editor" aria-label={t('returns.book.editing', { line: number })}>
      <Box variant="strong">{t('returns.book.editing', { line: number })}</Box>
      <LineFields
        form={form}
        actions={
          <>
            <Button formAction="none" onClick={form.finish}>
              {t('returns.book.save')}
            </Button>
            <Button formAction="none" onClick={() => onCancel(line.key)}>
              {t('returns.book.cancel')}
            </Button>
          </>
        }
      />
    </section>
  );
};

type Props = {
  /** Passed as a prop, because a context change would bypass `useDeferredValue` in LinesSection. */
  readonly returnLines: ReturnLines;
  readonly linesController: LinesController;
};

const emptyProblems: readonly LineProblem[] = [];

export const LinesTable = ({
  returnLines: { problems, earlierReturnBySerial, dates, storeId },
  linesController,
}: Props) => {
  const { t } = useTexts();
  const { rows, editedKey, addedKey } = linesController;
  // The target is a page of lines, or a line to focus or, if it is only marked, to scroll to.
  const { target } = linesController.view;
  const markedKey = 'key' in target && target.isOnlyMarked ? target.key : undefined;
  useEffect(() => {
    if (!('key' in target)) return;
    if (target.isOnlyMarked) scrollToLine(target.key);
    else focusLine(target.key);
  }, [target]);
  return (
    <div className="lines-table">
      <table aria-label={t('returns.book.lines')}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t('returns.book.number')}</th>
            <th scope="col">{t('returns.fields.product')}</th>
            <th scope="col">{t('returns.fields.serialNumber')}</th>
            <th scope="col">{t('returns.fields.purchaseDate')}</th>
            <th scope="col">{t('returns.book.actions')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, number }) =>
            line.key === editedKey ? (
              <tr key={line.key} className="lines-table-wide">
                <td colSpan={5}>
                  <LineEditor
                    line={line}
                    number={number}
                    problems={problems.get(line.key) ?? emptyProblems}
                    onSave={linesController.save}
                    onCancel={linesController.cancel}
                  />
                </td>
              </tr>
            ) : (
              <LineRow
                key={line.key}
                line={line}
                number={number}
                problems={problems.get(line.key) ?? emptyProblems}
                dates={dates}
                isNew={line.key === addedKey}
                isMarked={line.key === markedKey}
                earlierReturn={earlierReturnBySerial.get(line.serialNumber)}
                storeId={storeId}
                onEdit={linesController.edit}
                onRemove={linesController.remove}
              />
            ),
          )}
        </tbody>
      </table>
    </div>
  );
};
