import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Input from '@cloudscape-design/components/input';
import type { InputProps } from '@cloudscape-design/components/input';
import Link from '@cloudscape-design/components/link';
import { useCallback } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { regions } from '#shared/config/regions.ts';
import { toRecordPath } from '#shared/records/record-path.ts';
import { isNarrow } from '#web/browser/narrow.ts';
import { usePlace } from '#web/browser/place.ts';
import { useStable } from '#web/browser/use-stable.ts';
import { DraftNotice, ParkDraft } from '#web/components/drafts/draft-notice.tsx';
import type { Form, FormShape } from '#web/components/forms/use-form.ts';
import { isOutage } from '#web/data/api-errors.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { announce } from '#web/ui/announce.ts';
import { literalInput, Field } from '#web/ui/form/field.tsx';
import { focusField } from '#web/ui/form/focus-field.ts';
import { FormErrors, useFocusAfterAttempt } from '#web/ui/form/form-errors.tsx';
import type { Control } from '#web/ui/form/use-fields.ts';
import { Page } from '#web/ui/page.tsx';
import './booking-page.css';
import { FormWithBar } from './form-bar.tsx';
import type { LastBooking, ReceiptProps } from './last-booking.ts';
import type { ChangeableRecord, RecordKindInfo, RecordKindView, SubmittedRecord } from './record-kind-view.ts';
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

type ReferenceProps = Pick<InputProps, 'onFocus' | 'onKeyDown'> & {
  readonly field: Control<string>;
  readonly hint?: string;
  readonly warning?: string | undefined;
};

export const ReferenceField = ({ field, hint, warning, ...handlers }: ReferenceProps) => {
  const { name, label, value, error, onChange } = field;
  return (
    <Field
      name={name}
      label={label}
      constraintText={hint}
      errorText={error}
      warningText={error === undefined ? warning : undefined}
    >
      <Input
        value={value}
        onChange={({ detail }) => onChange(detail.value)}
        {...handlers}
        {...literalInput}
        ariaRequired
      />
    </Field>
  );
};

/** Height in pixels below which the first field of a form may be out of view. */
const lowWindowPixels = 600;

type Props<Summary extends SubmittedRecord, Full extends Summary & ChangeableRecord> = {
  readonly kind: RecordKindView<Summary, Full>;
  readonly form: Pick<Form<FormShape, Full>, 'isBusy' | 'errorSummary' | 'restoredFrom' | 'discardDraft'> & {
    readonly complete: (record: Full) => void;
  };
  readonly outcome: BookingRecovery<Full>;
  readonly lastBooking: LastBooking<Full>;
  /** Renders the page that follows a booking, which is loaded while the form is filled in. */
  readonly renderReceipt: (receipt: ReceiptProps<Full>) => ReactNode;
  readonly onSubmit: () => void;
  readonly missing: readonly string[];
  readonly unfinished?: string | undefined;
  /** First field that gets the focus when the page is opened to fill in an empty form. */
  readonly firstFields: readonly string[];
  readonly summary?: ReactNode;
  readonly scanBar: ReactNode;
  /** Shown above the form, as wide as form and summary. */
  readonly report?: ReactNode;
  readonly children: ReactNode;
};

/** Page that books a record: the draft notice and the form, then the confirmation until the next booking starts. */
export const BookingPage = <Summary extends SubmittedRecord, Full extends Summary & ChangeableRecord>({
  kind,
  form,
  outcome,
  lastBooking: { identity, booked, next },
  renderReceipt,
  onSubmit,
  missing,
  unfinished,
  firstFields,
  summary,
  scanBar,
  report,
  children,
}: Props<Summary, Full>) => {
  const { t } = useTexts();
  const title = t(`${kind.name}.book.title`);
  const isEmptyForm = form.restoredFrom === undefined;
  const focusInsteadOfHeading = useCallback(() => {
    // On a phone the keyboard would cover the page; in a low window the page would scroll away from its heading.
    if (!isEmptyForm || isNarrow() || innerHeight < lowWindowPixels) return false;
    focusField(firstFields);
    announce(title);
    return true;
  }, [isEmptyForm, firstFields, title]);
  const submit = useStable(onSubmit);
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || form.isBusy) return;
    if (event.target instanceof Element && event.target.closest('dialog')) return;
    event.preventDefault();
    // A field that is left takes over what was typed.
    flushSync(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    submit();
  };
  const askAgain = useCheckAgain(outcome, form.complete);
  const { errorSummary } = form;
  // Avoids reporting a lost response twice: once there is an outcome, it replaces the form error.
  const code = errorSummary?.failure?.code;
  const isOutcomeEnough = outcome.outcome !== undefined && code && (isOutage(code) || code === kind.withdrawnCode);
  if (identity) return renderReceipt({ identity, booked, onNext: next });
  return (
    <Page title={title} description={t(`${kind.name}.book.description`)} focusInsteadOfHeading={focusInsteadOfHeading}>
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
      {report}
      {scanBar}
      {/* Presentational: the keys come from the fields inside it. */}
      <div className="booking" role="presentation" onKeyDown={handleKeyDown}>
        <FormWithBar
          form={form}
          summary={summary}
          missing={missing}
          unfinished={unfinished}
          buttons={
            <>
              <Button
                variant="primary"
                formAction="none"
                loading={form.isBusy}
                onClick={onSubmit}
                nativeButtonAttributes={{ 'aria-keyshortcuts': 'Control+Enter' }}
              >
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
