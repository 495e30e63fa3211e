import Box from '@cloudscape-design/components/box';
import Icon from '@cloudscape-design/components/icon';
import Link from '@cloudscape-design/components/link';
import { memo } from 'react';
import type { ReactNode } from 'react';
import { paths } from '#shared/api/paths.ts';
import { regions } from '#shared/config/regions.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { parseDate } from '#shared/dates/parse-date.ts';
import { toRecordPath } from '#shared/records/record-path.ts';
import type { EarlierReturn } from '#shared/returns/return.ts';
import { usePlace } from '#web/browser/place.ts';
import { toCustomDescription, toProductLabel } from '#web/features/returns/return-kind.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { LineField, LineProblem } from './line-problems.ts';
import { lineLabels, toProblemMessage } from './line-problems.ts';
import type { Line, LineDates } from './lines.ts';

/** Renders a note in a cell. Not a StatusIndicator, which breaks words in narrow cells. */
const renderNote = (type: 'error' | 'warning', key: string, children: ReactNode) => (
  <Box key={key} color={`text-status-${type}`}>
    <Icon name={type === 'error' ? 'status-negative' : 'status-warning'} variant={type} size="small" /> {children}
  </Box>
);

type Props = {
  readonly line: Line;
  readonly number: number;
  readonly problems: readonly LineProblem[];
  /** Shared dates of the lines, which are not repeated in the row. */
  readonly dates: LineDates;
  /** True if this is the newest line that was added in this visit. */
  readonly isNew: boolean;
  /** True if the last scan was the serial number of this line, so that it was rejected as a duplicate. */
  readonly isMarked: boolean;
  /** Return in which the store has sent back the same serial number before. */
  readonly earlierReturn: EarlierReturn | undefined;
  /** Store that returns the goods; '' until it is known. */
  readonly storeId: string;
  readonly onEdit: (key: number) => void;
  readonly onRemove: (key: number) => void;
};

const productFields = ['product', 'ean', 'productDescription'] as const satisfies readonly LineField[];
const dateFields = ['purchaseDate', 'returnDate'] as const satisfies readonly LineField[];

const toClassName = (isNew: boolean, isMarked: boolean) => {
  if (isMarked) return 'is-marked';
  return isNew ? 'is-new' : undefined;
};

/** Table row of a line with its problems and hints. Memoized, because there may be a thousand. */
export const LineRow = memo((props: Props) => {
  const { line, number, problems, dates, isNew, isMarked, earlierReturn, storeId, onEdit, onRemove } = props;
  const { t, language, formatDate, formatInstant } = useTexts();
  const place = usePlace();
  // A text that is not a valid date is shown as it is.
  const formatLineDate = (date: CalendarDate) => (date !== '' && parseDate(date) === date ? formatDate(date) : date);
  const renderProblemNotes = (fields: readonly LineField[]) =>
    problems
      .filter(({ field }) => fields.includes(field))
      .map((problem) => ({ ...problem, ...toProblemMessage(problem, line) }))
      .map(({ field, rule, key, values }) => renderNote('error', `${field} ${rule}`, t(key, values)));
  /** Date fields that differ from the shared dates or have a problem. */
  const shownDateFields = dateFields.filter(
    (name) => (line[name] !== '' && line[name] !== dates[name]) || problems.some((problem) => problem.field === name),
  );
  /** Renders only a warning, because a device can be sold and returned again. */
  const renderEarlierReturnNote = ({ storeRefNo, createdAt, id }: EarlierReturn) => {
    const date = formatInstant(createdAt, regions[place.region].timeZone);
    const text = t('returns.book.sentBefore', { reference: storeRefNo, date });
    const href = toRecordPath(paths.submittedReturns(place), { storeId, storeRefNo, id });
    // Opens a new tab, so that the form stays open.
    const link = (
      <Link href={href} external target="_blank">
        {text}
      </Link>
    );
    return renderNote('warning', id, storeId === '' ? text : link);
  };
  return (
    <tr data-line={line.key} className={toClassName(isNew, isMarked)}>
      <th scope="row">{number}</th>
      <td className="line-product">
        <div>{toProductLabel(line.product, language, line.productDescription)}</div>
        <small>{[line.ean, toCustomDescription(line)].filter((text) => text !== '').join(' · ')}</small>
        {renderProblemNotes(productFields)}
      </td>
      <td className="line-serialNumber">
        <div>{line.serialNumber}</div>
        {renderProblemNotes(['serialNumber'])}
        {earlierReturn && renderEarlierReturnNote(earlierReturn)}
      </td>
      <td className="line-dates">
        {shownDateFields.map((name) => (
          <div key={name} data-date={name}>
            <span className={name === 'purchaseDate' ? 'visually-hidden' : undefined}>{t(lineLabels[name])} </span>
            {formatLineDate(line[name])}
          </div>
        ))}
        {renderProblemNotes(dateFields)}
      </td>
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
});
