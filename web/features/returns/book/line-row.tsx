import { memo } from 'react';
import { returnItem, returnItemLabel } from '#shared/catalogue/returns.ts';
import type { CalendarDate } from '#shared/dates.ts';
import { parseDate } from '#shared/dates.ts';
import type { SentSerial } from '#shared/returns/sent-serial.ts';
import { useTexts } from '#web/language/i18n.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { LineNote } from './line-notes.tsx';
import { SentBeforeNote } from './line-notes.tsx';
import type { LineField, LineProblem } from './line-problems.ts';
import { lineLabels, problemWords } from './line-words.ts';
import type { Line } from './lines.ts';

type Props = {
  readonly line: Line;
  readonly number: number;
  readonly problems: readonly LineProblem[];
  readonly sentBefore: SentSerial | undefined;
  /** '' while it isn't known. */
  readonly storeId: string;
  readonly onEdit: (key: number) => void;
  readonly onRemove: (key: number) => void;
};

const fields = Object.keys(lineLabels) as LineField[];

const PlainLineRow = ({ line, number, problems, sentBefore, storeId, onEdit, onRemove }: Props) => {
  const { t, language, formatDate } = useTexts();
  const dateText = (date: CalendarDate) => (date !== '' && parseDate(date) === date ? formatDate(date) : date);
  const item = returnItem(line.product);
  const shown: Readonly<Record<LineField, string>> = {
    ...line,
    product: item ? returnItemLabel(item, language) : line.product,
    purchaseDate: dateText(line.purchaseDate),
    returnDate: dateText(line.returnDate),
  };
  return (
    <tr data-line={line.key}>
      <th scope="row">{number}</th>
      {fields.map((field) => (
        <td key={field} className={`line-${field}`} data-label={t(lineLabels[field])}>
          <div>{shown[field]}</div>
          {problems
            .filter((problem) => problem.field === field)
            .map((problem) => ({ rule: problem.rule, ...problemWords(problem, line.ean) }))
            .map(({ rule, key, values }) => (
              <LineNote key={rule} type="error">
                {t(key, values)}
              </LineNote>
            ))}
          {field === 'serialNumber' && sentBefore && <SentBeforeNote sentBefore={sentBefore} storeId={storeId} />}
        </td>
      ))}
      <td className="line-buttons">
        <IconButton icon="edit" label={t('returns.book.edit', { line: number })} onClick={() => onEdit(line.key)} />
        <IconButton
          icon="remove"
          label={t('returns.book.remove', { line: number })}
          onClick={() => onRemove(line.key)}
        />
      </td>
    </tr>
  );
};

/** A line in the table, and what is to be said about it. It is only made anew when it changes itself. */
export const LineRow = memo(PlainLineRow);
