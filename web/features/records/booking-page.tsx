import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Input from '@cloudscape-design/components/input';
import Link from '@cloudscape-design/components/link';
import type { ReactNode } from 'react';
import { regions } from '#shared/config/regions.ts';
import { usePlace } from '#web/browser/place.ts';
import { DraftNotice, ParkDraft } from '#web/components/drafts/draft-notice.tsx';
import type { Form, FormShape } from '#web/components/forms/use-form.ts';
import { isOutage } from '#web/data/api-errors.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { literalInput, Field } from '#web/ui/form/field.tsx';
import { FormErrors, useFocusAfterAttempt } from '#web/ui/form/form-errors.tsx';
import type { Control } from '#web/ui/form/use-fields.ts';
import { Page } from '#web/ui/page.tsx';
import { BookedPage } from './booked-page.tsx';
import type { LastBooking } from './booked-page.tsx';
import './booking-page.css';
import { FormWithBar } from './form-bar.tsx';
import type { ChangeableRecord, RecordKindInfo, RecordKindView, SubmittedRecord } from './record-kind-view.ts';
import { toRecordPath } from './record-path.ts';
import { useCheckAgain } from './use-booking-recovery.ts';
import type { BookingOutcome, BookingRecovery } from './use-booking-recovery.ts';

/** Alert that a record with this reference exists or was withdrawn, with a link to it. */
const ExistingRecord = ({ kind, record }: { readonly kind: RecordKindInfo; readonly record: ChangeableRecord }) => {
  const { t, formatInstant } = useTexts();
  const place = usePlace();
  const session = useSession();
  const by = record.timeline.find(({ type }) => type === 'booked')?.by ?? record.storeName;
  const date = formatInstant(record.createdAt, regions[place.region].timeZone);
  const values = { reference: record.storeRefNo, date };
  const text = () => {
    if (record.state === 'withdrawn') return t('outcome.withdrawn', values);
    return by === session?.email ? t('outcome.existsOwn', values) : t('outcome.exists', { ...values, by });
  };
  return (
    <Alert type="info">
      {text()} {/* Opens a new tab, so that the form is not left. */}
      <Link href={toRecordPath(kind.paths.list(place), record)} external target="_blank" variant="primary">
        {t('outcome.see', values)}
      </Link>
    </Alert>
  );
};

type BookingOutcomeAlertProps = {
  readonly kind: RecordKindInfo;
  readonly outcome: BookingOutcome<ChangeableRecord> | undefined;
  readonly onAskAgain: () => void;
  /** Failed attempt, if only this alert reports it; it then takes the focus. */
  readonly attempt: object | undefined;
};

const BookingOutcomeAlert = ({ kind, outcome, onAskAgain, attempt }: BookingOutcomeAlertProps) => {
  const { t } = useTexts();
  const outputRef = useFocusAfterAttempt<HTMLOutputElement>(attempt);
  const status = outcome?.status;
  const record = outcome && 'record' in outcome ? outcome.record : undefined;
  return (
    // Always rendered, so that screen readers announce changes of the live region.
    <output ref={outputRef} className="booking-outcome" tabIndex={-1}>
      {record && <ExistingRecord kind={kind} record={record} />}
      {outcome?.status === 'withdrawn' && !record && <Alert type="info">{t(`errors.${kind.withdrawnCode}`)}</Alert>}
      {status !== undefined && status !== 'exists' && status !== 'withdrawn' && (
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

type ReferenceProps = { readonly kind: RecordKindInfo; readonly field: Control<string> };

export const ReferenceField = ({ kind, field: { name, label, value, error, onChange } }: ReferenceProps) => {
  const hint = useTexts().t(`${kind.name}.book.storeRefNoHint`);
  return (
    <Field name={name} label={label} constraintText={hint} errorText={error}>
      <Input value={value} onChange={({ detail }) => onChange(detail.value)} {...literalInput} ariaRequired />
    </Field>
  );
};

type Props<Summary extends SubmittedRecord, Full extends Summary & ChangeableRecord> = {
  readonly kind: RecordKindView<Summary, Full>;
  readonly form: Pick<Form<FormShape, Full>, 'isBusy' | 'errorSummary' | 'restoredFrom' | 'discardDraft'> & {
    readonly complete: (record: Full) => void;
  };
  readonly outcome: BookingRecovery<Full>;
  readonly lastBooking: LastBooking<Full>;
  readonly renderPrint: (record: Full) => ReactNode;
  readonly onSubmit: () => void;
  readonly missing: readonly string[];
  readonly summary?: ReactNode;
  readonly children: ReactNode;
};

/** Page that books a record: the draft notice and the form, then the confirmation until the next booking starts. */
export const BookingPage = <Summary extends SubmittedRecord, Full extends Summary & ChangeableRecord>({
  kind,
  form,
  outcome,
  lastBooking: { booked, next },
  renderPrint,
  onSubmit,
  missing,
  summary,
  children,
}: Props<Summary, Full>) => {
  const { t } = useTexts();
  const askAgain = useCheckAgain(outcome, form.complete);
  const { errorSummary } = form;
  // Avoids reporting a lost response twice: once there is an outcome, it replaces the form error.
  const code = errorSummary?.failure?.code;
  const isOutcomeEnough = outcome.outcome !== undefined && code && (isOutage(code) || code === kind.withdrawnCode);
  if (booked) return <BookedPage {...{ kind, booked, renderPrint }} onNext={next} />;
  return (
    <Page title={t(`${kind.name}.book.title`)} description={t(`${kind.name}.book.description`)}>
      <DraftNotice
        restoredFrom={form.restoredFrom}
        onDiscard={() => {
          outcome.forget();
          form.discardDraft();
        }}
      />
      <FormErrors errorSummary={isOutcomeEnough ? undefined : errorSummary} />
      <BookingOutcomeAlert
        kind={kind}
        outcome={outcome.outcome}
        onAskAgain={askAgain}
        attempt={isOutcomeEnough ? errorSummary.attempt : undefined}
      />
      <div className="booking">
        <FormWithBar
          form={form}
          summary={summary}
          missing={missing}
          buttons={
            <>
              <Button variant="primary" formAction="none" loading={form.isBusy} onClick={onSubmit}>
                {t(`${kind.name}.book.submit`)}
              </Button>
              {/* After the primary button, so that the tab order of the fields ends at that one. */}
              {!form.isBusy && <ParkDraft />}
            </>
          }
        >
          {children}
        </FormWithBar>
      </div>
    </Page>
  );
};
