import { useEffect } from 'react';
import './lines-table.css';
import type { SentSerial } from '#shared/returns/sent-serial.ts';
import { useTexts } from '#web/language/i18n.ts';
import { focusLine } from './focus-line.ts';
import { LineEditor } from './line-editor.tsx';
import type { Editing } from './line-editor.tsx';
import type { LineProblem } from './line-problems.ts';
import { LineRow } from './line-row.tsx';
import { lineLabels } from './line-words.ts';
import type { Line } from './lines.ts';

/** A line and its number, as they stand in the return. */
export type NumberedLine = { readonly line: Line; readonly number: number };

type Props = {
  readonly rows: readonly NumberedLine[];
  readonly problems: ReadonlyMap<number, readonly LineProblem[]>;
  readonly sentBefore: ReadonlyMap<string, SentSerial>;
  /** '' while it isn't known. */
  readonly storeId: string;
  /** The key of the line that is being changed. */
  readonly editedKey: number | undefined;
  readonly editing: Editing;
  /** The line that gets the focus once it is drawn: another object each time. */
  readonly wanted: { readonly key: number } | undefined;
  readonly onEdit: (key: number) => void;
  readonly onRemove: (key: number) => void;
};

const none: readonly LineProblem[] = [];

/** A page of the return's lines. */
export const LinesTable = ({
  rows,
  problems,
  sentBefore,
  storeId,
  editedKey,
  editing,
  wanted,
  onEdit,
  onRemove,
}: Props) => {
  const { t } = useTexts();
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
                    lineKey={line.key}
                    line={line}
                    number={number}
                    problems={problems.get(line.key) ?? none}
                    editing={editing}
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
                onEdit={onEdit}
                onRemove={onRemove}
              />
            ),
          )}
        </tbody>
      </table>
    </div>
  );
};
