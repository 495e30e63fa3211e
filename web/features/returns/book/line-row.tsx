import Box from '@cloudscape-design/components/box';
import Icon from '@cloudscape-design/components/icon';
import Link from '@cloudscape-design/components/link';
import { memo } from 'react';
import type { ReactNode } from 'react';
import { paths } from '#shared/api/paths.ts';
import { regions } from '#shared/config/regions.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { parseDate } from '#shared/dates/dates.ts';
import { toRecordPath } from '#shared/records/record-path.ts';
import type { EarlierReturn } from '#shared/returns/return.ts';
import { usePlace } from '#web/browser/place.ts';
import { customDescription, productLabel } from '#web/features/returns/return-kind.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { LineField, LineProblem } from './line-problems.ts';
import { lineLabels, toProblemWords } from './line-problems.ts';
import type { Line, LineDates } from './lines.ts';

/** Renders a note in a cell. Not a StatusIndicator, which breaks words in narrow cells. */
const note = (type: 'error' | 'warning', key: string, children: ReactNode) => (
  <Box key={key} color={`text-status-${type}`}>
    <Icon name={type === 'error' ? 'status-negative' : 'status-warning'} variant={type} size="small" /> {children}
  </Box>
);

type Props = {
  readonly line: Line;
  readonly number: number;
  readonly problems: readonly LineProblem[];
  /** Dates of all lines, which are not repeated in the row. */
  readonly dates: LineDates;
  /** Newest line of this visit. */
  readonly isNew: boolean;
  /** Line that already has what was scanned. */
  readonly isMarked: boolean;
  readonly sentBefore: EarlierReturn | undefined;
  /** '' until it is known. */
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
  const { line, number, problems, dates, isNew, isMarked, sentBefore, storeId, onEdit, onRemove } = props;
  const { t, language, formatDate, formatInstant } = useTexts();
  const place = usePlace();
  const dateText = (date: CalendarDate) => (date !== '' && parseDate(date) === date ? formatDate(date) : date);
  const problemNotes = (fields: readonly LineField[]) =>
    problems
      .filter(({ field }) => fields.includes(field))
      .map((problem) => ({ ...problem, ...toProblemWords(problem, line) }))
      .map(({ field, rule, key, values }) => note('error', `${field} ${rule}`, t(key, values)));
  /** Dates that differ from those of all lines, or are wrong. */
  const ownDates = dateFields.filter(
    (name) => (line[name] !== '' && line[name] !== dates[name]) || problems.some((problem) => problem.field === name),
  );
  /** A warning only: a device can be sold and returned again. */
  const sentBeforeNote = ({ storeRefNo, createdAt, id }: EarlierReturn) => {
    const date = formatInstant(createdAt, regions[place.region].timeZone);
    const text = t('returns.book.sentBefore', { reference: storeRefNo, date });
    const href = toRecordPath(paths.submittedReturns(place), { storeId, storeRefNo, id });
    // Opens a new tab, so that the form is not left.
    const link = (
      <Link href={href} external target="_blank">
        {text}
      </Link>
    );
    return note('warning', id, storeId === '' ? text : link);
  };
  return (
    <tr data-line={line.key} className={toClassName(isNew, isMarked)}>
      <th scope="row">{number}</th>
      <td className="line-product">
        <div>{productLabel(line.product, language, line.productDescription)}</div>
        <small>{[line.ean, customDescription(line)].filter((text) => text !== '').join(' · ')}</small>
        {problemNotes(productFields)}
      </td>
      <td className="line-serialNumber">
        <div>{line.serialNumber}</div>
        {problemNotes(['serialNumber'])}
        {sentBefore && sentBeforeNote(sentBefore)}
      </td>
      <td className="line-dates">
        {ownDates.map((name) => (
          <div key={name} data-date={name}>
            <span className={name === 'purchaseDate' ? 'visually-hidden' : undefined}>{t(lineLabels[name])} </span>
            {dateText(line[name])}
          </div>
        ))}
        {problemNotes(dateFields)}
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
