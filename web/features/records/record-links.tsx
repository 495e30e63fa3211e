import type { ReactNode } from 'react';
import './record-links.css';
import type { Place } from '#shared/api/paths.ts';
import { regions } from '#shared/config/regions.ts';
import { daysBetween, toCalendarDate } from '#shared/dates/dates.ts';
import { toRecordPath } from '#shared/records/record-path.ts';
import { usePlace } from '#web/browser/place.ts';
import { useToday } from '#web/browser/use-today.ts';
import type { Texts } from '#web/i18n/i18n.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { Link } from '#web/ui/link.tsx';
import { Pictogram } from '#web/ui/pictogram.tsx';
import type { RecordKindView, SubmittedRecord } from './record-kind-view.ts';
import { rmaText } from './record-kind-view.ts';
import { StateLabel } from './state-label.tsx';

/** Task of the store for a record. */
type Task = {
  readonly text: (texts: Texts) => string;
  /** Deadline of the task, or the day since when it can be done. */
  readonly day?: ReactNode;
};

/** Second line of an entry: everything that identifies the record (`facts`), the day of its booking (`booked`), or a task. */
type SecondLine = 'facts' | 'booked' | Task;

type Props<Summary extends SubmittedRecord> = {
  readonly kind: RecordKindView<Summary>;
  readonly record: Summary;
  readonly secondLine: SecondLine;
};

/** Formats the day of a booking in a short list: today, yesterday, 26 Nov. */
const bookedText = (bookedOn: string, today: string, { formatDate, formatDaysAhead, formatDayOfYear }: Texts) => {
  const days = daysBetween(bookedOn, today);
  if (days < 2) return formatDaysAhead(-days);
  return days > 180 ? formatDate(bookedOn) : formatDayOfYear(bookedOn);
};

/** Content of a record in a short list. Only admins see the store name, because they see the records of a whole region. */
const RecordLine = <Summary extends SubmittedRecord>({ kind, record, secondLine }: Props<Summary>) => {
  const texts = useTexts();
  const place = usePlace();
  const today = useToday();
  const isAdmin = useSession()?.isAdminUser ?? false;
  const bookedOn = toCalendarDate(new Date(record.createdAt), regions[place.region].timeZone);
  const reference = [record.storeRefNo, ...(isAdmin ? [record.storeName] : [])].join(' · ');
  const renderSecondLine = () => {
    if (secondLine === 'facts') {
      const facts = [
        texts.t(`${kind.name}.short.kind`),
        texts.formatDate(bookedOn),
        ...kind.shortFacts(record, texts),
        texts.t(`${kind.name}.latest.rma`, { rma: rmaText(kind, record, texts) ?? '–' }),
        ...(isAdmin ? [record.storeName] : []),
      ];
      return (
        <span className="hit-facts">
          <span className="hit-reference">{record.storeRefNo}</span>
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </span>
      );
    }
    if (secondLine === 'booked')
      return (
        <span className="hit-second">
          <span className="hit-name">{reference}</span>
          <span className="hit-day">{bookedText(bookedOn, today, texts)}</span>
        </span>
      );
    return (
      <span className="hit-second">
        <span className="hit-task">{secondLine.text(texts)}</span>
        {secondLine.day}
        <span className="hit-name">{reference}</span>
      </span>
    );
  };
  return (
    <>
      {secondLine !== 'booked' && <Pictogram name={kind.findPictogram(record)} />}
      <span className="hit-lines">
        <span className="hit-head">
          <span className="hit-products">
            {secondLine === 'facts' ? kind.productsText(record, texts) : kind.shortTitle(record, texts)}
          </span>
          <StateLabel kind={kind} state={record.state} />
        </span>
        {renderSecondLine()}
      </span>
    </>
  );
};

/** Entry of a short list of records: on the home page, in the history of a device, or among the results of a search. */
export type RecordEntry = {
  readonly id: string;
  readonly state: string;
  readonly href: string;
  /** RMA number (if assigned) and reference, by which staff search for the record. */
  readonly names: readonly string[];
  /** Undefined if the record covers more than one device. */
  readonly serialNumber?: string | undefined;
  readonly content: ReactNode;
};

export const toRecordEntry = <Summary extends SubmittedRecord>(
  kind: RecordKindView<Summary>,
  record: Summary,
  place: Place,
  secondLine: SecondLine = 'facts',
): RecordEntry => ({
  id: record.id,
  state: record.state,
  href: toRecordPath(kind.paths.list(place), record),
  names: [record.rma ?? '', record.storeRefNo].filter((name) => name !== ''),
  serialNumber: record.serialNumber,
  content: <RecordLine kind={kind} record={record} secondLine={secondLine} />,
});

type RecordLinksProps = {
  readonly label: string;
  readonly entries: readonly (RecordEntry & { readonly action?: ReactNode })[];
  readonly onFollowed?: (() => void) | undefined;
};

export const RecordLinks = ({ label, entries, onFollowed }: RecordLinksProps) => (
  <ul className="hits" aria-label={label}>
    {entries.map(({ href, content, action }) => (
      <li key={href}>
        <Link href={href} onClick={onFollowed}>
          {content}
        </Link>
        {action}
      </li>
    ))}
  </ul>
);
