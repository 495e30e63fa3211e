import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import './receipt.css';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { limits } from '#shared/config/limits.ts';
import { calendars } from '#shared/dates/calendars.ts';
import { toCalendarDate } from '#shared/dates/dates.ts';
import { toRecordPath } from '#shared/records/record-path.ts';
import type { RecordIdentity } from '#shared/records/record.ts';
import { calculateRmaDeadline } from '#shared/records/rma-number-deadline.ts';
import { areKeyShortcutsOn, isTextField } from '#web/browser/key-shortcuts.ts';
import { usePlace } from '#web/browser/place.ts';
import { useToday } from '#web/browser/use-today.ts';
import { LoadFailed, Loading } from '#web/components/lists/loading.tsx';
import { backgroundCall } from '#web/data/api.ts';
import { isSameData, useQuery } from '#web/data/use-query.ts';
import { useRefreshWhilePending } from '#web/data/use-refresh-while-pending.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Page } from '#web/ui/page.tsx';
import { Barcode } from '#web/ui/print/barcode.tsx';
import type { BookedRecord, ReceiptProps } from './last-booking.ts';
import { FollowUp } from './record-head.tsx';
import type { RecordKindView, SubmittedRecord } from './record-kind-view.ts';
import { announceRma, CopyRma, Rma } from './rma.tsx';

/** RMA number as a bar code for scanners. The encoder is loaded only once there is a number. */
const RmaBarcode = ({ rma }: { readonly rma: string }) => {
  const [modules, setModules] = useState<string>();
  useEffect(() => {
    // An error is ignored, because the number can also be read without its bar code.
    import('#web/ui/print/code-128.ts').then(
      ({ encodeCode128 }) => setModules(encodeCode128(rma)),
      () => undefined,
    );
  }, [rma]);
  return <div className="receipt-code">{modules !== undefined && <Barcode modules={modules} paper="a4" />}</div>;
};

/** Key that prints the first sheet of a receipt. */
const printKey = 'p';

type KindProps<Summary extends SubmittedRecord, Full extends Summary> = {
  readonly kind: RecordKindView<Summary, Full>;
  readonly renderPrint: (record: Full) => ReactNode;
};

type LoadedProps<Summary extends SubmittedRecord, Full extends Summary> = KindProps<Summary, Full> & {
  readonly bookedRecord: BookedRecord<Full>;
  readonly onNext: () => void;
};

const LoadedReceipt = <Summary extends SubmittedRecord, Full extends Summary>({
  kind,
  bookedRecord,
  renderPrint,
  onNext,
}: LoadedProps<Summary, Full>) => {
  const texts = useTexts();
  const { t } = texts;
  const place = usePlace();
  const today = useToday();
  const { name } = kind;
  const [record, setRecord] = useState(bookedRecord.record);
  const { id, storeId, storeName, storeRefNo, createdAt, rma } = record;
  const isPending = kind.isPending(record);
  const message = bookedRecord.isInOtherStore
    ? t(`${name}.book.doneBeforeElsewhere`, { reference: storeRefNo, store: storeName })
    : t(bookedRecord.hasSubmittedValues ? `${name}.book.done` : `${name}.book.doneBefore`, { reference: storeRefNo });

  const announceMessage = useEffectEvent(() => announce(message));
  useEffect(() => {
    announceMessage();
    // The submit button may have been far down the page, so the receipt is scrolled to its top.
    document.documentElement.scrollTop = 0;
  }, []);
  // A key prints the receipt, because counter staff print after nearly every booking.
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== printKey || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!areKeyShortcutsOn() || isTextField(event.target)) return;
      document.querySelector<HTMLElement>('.receipt-actions button')?.click();
    };
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, []);
  const refresh = async () => {
    const refreshedRecord = await backgroundCall(kind.routes.find, { region: place.region, storeId, storeRefNo, id });
    announceRma(kind, texts, [record], [refreshedRecord]);
    setRecord(refreshedRecord);
    return !isSameData(refreshedRecord, record);
  };
  useRefreshWhilePending({ isPending, refreshInBackground: refresh });

  const calendar = calendars[place.region];
  const deadline = calculateRmaDeadline(toCalendarDate(new Date(createdAt), calendar.timeZone), calendar);
  return (
    <div className="receipt">
      <Page
        title={t(`${name}.book.booked.title`, { reference: storeRefNo })}
        view={`booked ${id}`}
        description={
          <>
            <b>{kind.productsText(record, texts)}</b>
            {kind.receiptFacts(record, texts).map((fact) => ` · ${fact}`)}
          </>
        }
        pictogram={
          <svg className="receipt-tick" viewBox="0 0 64 64" aria-hidden="true" focusable="false">
            <circle cx="32" cy="32" r="32" />
            <path d="m20 33 8 8 16-17" />
          </svg>
        }
      >
        <aside className="receipt-next" aria-label={t('outcome.receipt.next')}>
          <Button onClick={onNext}>{t(`${name}.book.booked.next`)}</Button>
        </aside>
        {!bookedRecord.hasSubmittedValues && <Alert type="warning">{message}</Alert>}
        <div className="receipt-rma">
          <dl>
            <dt>{t(`${name}.fields.rma`)}</dt>
            <dd>
              <span className="receipt-number">
                <Rma kind={kind} record={record} />
              </span>{' '}
              {rma !== null && <CopyRma rma={rma} />}
            </dd>
          </dl>
          {rma !== null && <RmaBarcode rma={rma} />}
          <p>
            {rma !== null && t('repairs.slip.rmaOnParcel')}
            {isPending && deadline >= today && t('repairs.slip.rmaBy', { date: texts.formatDay(deadline) })}{' '}
            {isPending && t('outcome.rmaAppears')}
          </p>
        </div>
        <section>
          <h2>{t('outcome.receipt.steps')}</h2>
          <ol>
            <li>{t(`${name}.book.booked.hint`)}</li>
            <li>{t(`${name}.book.booked.send`)}</li>
          </ol>
          {name === 'repairs' && <FollowUp text={t('repairs.book.booked.after', limits.terms)} />}
        </section>
        <div className="receipt-actions">
          {renderPrint(record)}
          <LinkButton variant="inline-link" href={toRecordPath(kind.paths.list(place), record)}>
            {t(`${name}.book.booked.see`)}
          </LinkButton>
        </div>
      </Page>
    </div>
  );
};

type StoredProps<Summary extends SubmittedRecord, Full extends Summary> = Omit<
  LoadedProps<Summary, Full>,
  'bookedRecord'
> & {
  readonly identity: RecordIdentity;
};

/** Receipt of an earlier booking, after a reload or opened by its URL. Redirects to the details if the record was withdrawn since. */
const StoredReceipt = <Summary extends SubmittedRecord, Full extends Summary>({
  identity: { storeId, storeRefNo, id },
  ...receipt
}: StoredProps<Summary, Full>) => {
  const { kind } = receipt;
  const { t } = useTexts();
  const place = usePlace();
  const query = useQuery(kind.routes.find, { region: place.region, storeId, storeRefNo, id });
  if (query.status === 'loaded' && query.data.state === 'withdrawn')
    return <Navigate to={toRecordPath(kind.paths.list(place), query.data)} replace />;
  if (query.status === 'loaded')
    return (
      <LoadedReceipt
        {...receipt}
        bookedRecord={{ record: query.data, hasSubmittedValues: true, isInOtherStore: false }}
      />
    );
  const renderContent = () => {
    if (query.status !== 'failed') return <Loading text={t(`${kind.name}.details.loading`)} />;
    if (query.code !== 'NotFound') return <LoadFailed failure={query} onRetry={query.reload} />;
    return (
      <div role="alert">
        <Alert type="error">{t(`${kind.name}.details.notFound`)}</Alert>
      </div>
    );
  };
  return (
    <Page title={t(`${kind.name}.details.title`, { reference: storeRefNo })} view={`booked ${id}`}>
      {renderContent()}
    </Page>
  );
};

/** Receipt of a booking: its RMA number, what happens next, and its printouts. */
export const Receipt = <Summary extends SubmittedRecord, Full extends Summary>({
  identity,
  bookedRecord,
  ...receipt
}: KindProps<Summary, Full> & ReceiptProps<Full>) =>
  bookedRecord ? (
    <LoadedReceipt bookedRecord={bookedRecord} {...receipt} />
  ) : (
    <StoredReceipt key={identity.id} {...{ identity, ...receipt }} />
  );
