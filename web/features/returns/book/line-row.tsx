import Box from '@cloudscape-design/components/box';
import Icon from '@cloudscape-design/components/icon';
import Link from '@cloudscape-design/components/link';
import { memo } from 'react';
import type { ReactNode } from 'react';
import { paths } from '#shared/api/paths.ts';
import { regions } from '#shared/config/regions.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { parseDate } from '#shared/dates/dates.ts';
import type { EarlierReturn } from '#shared/returns/return.ts';
import { usePlace } from '#web/browser/place.ts';
import { toRecordPath } from '#web/features/records/record-path.ts';
import { productLabel } from '#web/features/returns/return-kind.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { LineField, LineProblem } from './line-problems.ts';
import { lineLabels, toProblemWords } from './line-problems.ts';
import type { Line } from './lines.ts';

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
  readonly sentBefore: EarlierReturn | undefined;
  /** '' until it is known. */
  readonly storeId: string;
  readonly onEdit: (key: number) => void;
  readonly onRemove: (key: number) => void;
};

const fields = Object.keys(lineLabels) as LineField[];

/** Table row of a line with its problems and hints. Memoized, because there may be a thousand. */
export const LineRow = memo(({ line, number, problems, sentBefore, storeId, onEdit, onRemove }: Props) => {
  const { t, language, formatDate, formatInstant } = useTexts();
  const place = usePlace();
  const dateText = (date: CalendarDate) => (date !== '' && parseDate(date) === date ? formatDate(date) : date);
  const textByField: Readonly<Record<LineField, string>> = {
    ...line,
    product: productLabel(line.product, language),
    purchaseDate: dateText(line.purchaseDate),
    returnDate: dateText(line.returnDate),
  };
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
    <tr data-line={line.key}>
      <th scope="row">{number}</th>
      {fields.map((field) => (
        <td key={field} className={`line-${field}`} data-label={t(lineLabels[field])}>
          <div>{textByField[field]}</div>
          {problems
            .filter((problem) => problem.field === field)
            .map((problem) => ({ rule: problem.rule, ...toProblemWords(problem, line) }))
            .map(({ rule, key, values }) => note('error', rule, t(key, values)))}
          {field === 'serialNumber' && sentBefore && sentBeforeNote(sentBefore)}
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
});
