import { useEffect } from 'react';
import './lines-table.css';
import { useTexts } from '#web/language/i18n.ts';
import { focusLine } from './focus-line.ts';
import { LineEditor } from './line-editor.tsx';
import type { LineProblem } from './line-problems.ts';
import { LineRow } from './line-row.tsx';
import { lineLabels } from './line-words.ts';
import type { Line } from './lines.ts';
import type { LinesWork } from './use-lines.ts';
import type { ReturnLines } from './use-return-lines.ts';

/** A line and its number, as they stand in the return. */
export type NumberedLine = { readonly line: Line; readonly number: number };

type Props = {
  /** As they were when this was asked for: from the context, the table would not wait for what was pressed to show. */
  readonly inHand: ReturnLines;
  readonly work: LinesWork;
};

const none: readonly LineProblem[] = [];

/** A page of the return's lines. */
export const LinesTable = ({ inHand: { problems, sentBefore, storeId }, work }: Props) => {
  const { t } = useTexts();
  const { rows, editedKey, wanted } = work;
  useEffect(() => {
    if (wanted) focusLine(wanted.key);
  }, [wanted]);
  return (
    <div className="lines-table">
      <table aria-label={t('returns.book.lines')}>
        <thead>
          <tr>
            <th scope="col">{t('returns.book.number')}</th>
            {Object.values(lineLabels).map((label) => (
              <th key={label} scope="col">
                {t(label)}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">{t('returns.book.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, number }) =>
            line.key === editedKey ? (
              <tr key={line.key} className="lines-table-wide">
                <td colSpan={Object.keys(lineLabels).length + 2}>
                  <LineEditor
                    line={line}
                    number={number}
                    problems={problems.get(line.key) ?? none}
                    onSave={work.save}
                    onCancel={work.cancel}
                  />
                </td>
              </tr>
            ) : (
              <LineRow
                key={line.key}
                line={line}
                number={number}
                problems={problems.get(line.key) ?? none}
                sentBefore={sentBefore.get(line.serialNumber)}
                storeId={storeId}
                onEdit={work.edit}
                onRemove={work.remove}
              />
            ),
          )}
        </tbody>
      </table>
    </div>
  );
};
