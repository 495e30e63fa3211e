import type { ReactNode } from 'react';
import './record-hit.css';
import type { Place } from '#shared/api/paths.ts';
import { regions } from '#shared/config/regions.ts';
import { toCalendarDate } from '#shared/dates/dates.ts';
import { usePlace } from '#web/browser/place.ts';
import type { Texts } from '#web/i18n/i18n.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { Link } from '#web/ui/link.tsx';
import { Pictogram } from '#web/ui/pictogram.tsx';
import type { RecordKindView, SubmittedRecord } from './record-kind-view.ts';
import { rmaText } from './record-kind-view.ts';
import { toRecordPath } from './record-path.ts';
import { StateLabel } from './state-label.tsx';

type Task = {
  readonly text: (texts: Texts) => string;
  readonly due?: ReactNode;
};

type Props<Summary extends SubmittedRecord> = {
  readonly kind: RecordKindView<Summary>;
  readonly record: Summary;
  readonly task: Task | undefined;
};

/** Content of a record in a short list. Only admins see the store name, because they see the records of a whole region. */
const RecordLine = <Summary extends SubmittedRecord>({ kind, record, task }: Props<Summary>) => {
  const texts = useTexts();
  const place = usePlace();
  const pill = <StateLabel kind={kind} state={record.state} />;
  const isAdmin = useSession()?.isAdminUser ?? false;
  const facts = [
    texts.t(`${kind.name}.short.kind`),
    texts.formatDate(toCalendarDate(new Date(record.createdAt), regions[place.region].timeZone)),
    ...kind.shortFacts(record, texts),
    texts.t(`${kind.name}.latest.rma`, { rma: rmaText(kind, record, texts) ?? '–' }),
    ...(isAdmin ? [record.storeName] : []),
  ];
  return (
    <>
      <span className="hit-head">
        <span className="hit-products">
          <Pictogram name={kind.findPictogram(record)} />
          {kind.productsText(record, texts)}
        </span>
        {task?.due ?? pill}
      </span>
      {task && (
        <span className="hit-head">
          <span className="hit-task">{task.text(texts)}</span>
          {task.due && pill}
        </span>
      )}
      <span className="hit-facts">
        <span className="hit-reference">{record.storeRefNo}</span>
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </span>
    </>
  );
};

export type Hit = {
  readonly id: string;
  readonly state: string;
  readonly href: string;
  /** RMA number, if assigned, and reference. */
  readonly names: readonly string[];
  /** Undefined if the record covers more than one device. */
  readonly serialNumber?: string | undefined;
  readonly content: ReactNode;
};

export const toHit = <Summary extends SubmittedRecord>(
  kind: RecordKindView<Summary>,
  record: Summary,
  place: Place,
  task?: Task,
): Hit => ({
  id: record.id,
  state: record.state,
  href: toRecordPath(kind.paths.list(place), record),
  names: [record.rma ?? '', record.storeRefNo].filter((name) => name !== ''),
  serialNumber: record.serialNumber,
  content: <RecordLine kind={kind} record={record} task={task} />,
});

type HitsProps = {
  readonly label: string;
  readonly hits: readonly Hit[];
  readonly onFollowed?: (() => void) | undefined;
};

export const Hits = ({ label, hits, onFollowed }: HitsProps) => (
  <ul className="hits" aria-label={label}>
    {hits.map(({ href, content }) => (
      <li key={href}>
        <Link href={href} onClick={onFollowed}>
          {content}
        </Link>
      </li>
    ))}
  </ul>
);
