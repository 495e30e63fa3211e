import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Link from '@cloudscape-design/components/link';
import { regions } from '#shared/regions.ts';
import { usePlace } from '#web/browser/place.ts';
import { useTexts } from '#web/language/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { recordAddress } from './record-address.ts';
import type { ChangeableRecord, NamedKind } from './record-kind.ts';
import type { Outcome } from './use-outcome.ts';

type ExistingProps = { readonly kind: NamedKind; readonly record: ChangeableRecord };

/** Whose record has the reference already, or what was withdrawn since, and the way to it. */
const Existing = ({ kind, record }: ExistingProps) => {
  const { t, formatInstant } = useTexts();
  const place = usePlace();
  const session = useSession();
  const by = record.timeline.find(({ type }) => type === 'booked')?.by ?? record.storeName;
  const values = {
    reference: record.storeRefNo,
    date: formatInstant(record.createdAt, regions[place.region].timeZone),
  };
  const isWithdrawn = record.state === 'withdrawn';
  return (
    <Alert type="info">
      {isWithdrawn && t('outcome.withdrawn', values)}
      {!isWithdrawn &&
        (by === session?.email ? t('outcome.existsOwn', values) : t('outcome.exists', { ...values, by }))}{' '}
      {/* In a tab of its own: what is typed here stays. */}
      <Link href={recordAddress(kind.paths.list(place), record)} external target="_blank" variant="primary">
        {t('outcome.see', values)}
      </Link>
    </Alert>
  );
};

type Props = {
  readonly kind: NamedKind;
  readonly outcome: Outcome<ChangeableRecord> | undefined;
  readonly onAskAgain: () => void;
};

/** What became of a booking that failed: whether it was booked all the same, or which record has its reference. */
export const BookingOutcome = ({ kind, outcome, onAskAgain }: Props) => {
  const { t } = useTexts();
  const status = outcome?.status;
  return (
    // There before it says anything, so that screen readers hear it: what has failed has the focus.
    <output className="booking-outcome">
      {outcome?.status === 'exists' && <Existing kind={kind} record={outcome.record} />}
      {status !== undefined && status !== 'exists' && (
        <Alert
          type={status === 'unknown' ? 'warning' : 'info'}
          action={status === 'unknown' && <Button onClick={onAskAgain}>{t('outcome.askAgain')}</Button>}
        >
          {t(`outcome.${status}`)}
        </Alert>
      )}
    </output>
  );
};
