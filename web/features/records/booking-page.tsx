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
import { usePlace } from '#web/browser/place.ts';
import { useStable } from '#web/browser/use-stable.ts';
import { isNarrow } from '#web/browser/window-width.ts';
import { DraftNotice, NewDraftLink } from '#web/components/drafts/draft-notice.tsx';
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
  const booker = record.timeline.find(({ type }) => type === 'booked')?.by ?? record.storeName;
  const date = formatInstant(record.createdAt, regions[place.region].timeZone);
  const values = { reference: record.storeRefNo, date };
  const formatText = () => {
    if (record.state === 'withdrawn') return t('outcome.withdrawn', values);
    return booker === session?.email ? t('outcome.existsOwn', values) : t('outcome.exists', { ...values, by: booker });
  };
  return (
    <Alert type="info">
      {formatText()} {/* Opens a new tab, so that the form stays open. */}
      <Link href={toRecordPath(kind.paths.list(place), record)} external target="_blank" variant="primary">
        {t('outcome.see', values)}
      </Link>
    </Alert>
  );
};

type BookingOutcomeAlertProps = {
  readonly kind: RecordKindInfo;
  readonly outcome: BookingOutcome<ChangeableRecord> | undefined;
  readonly onCheckAgain: () => void;
  /** Failed attempt that only this alert reports. A new one moves the focus to the alert. */
  readonly attempt: object | undefined;
};

const BookingOutcomeAlert = ({ kind, outcome, onCheckAgain, attempt }: BookingOutcomeAlertProps) => {
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
          action={status === 'unknown' && <Button onClick={onCheckAgain}>{t('outcome.askAgain')}</Button>}
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
  readonly recovery: BookingRecovery<Full>;
  readonly lastBooking: LastBooking<Full>;
  /** Renders the page that follows a booking, which is loaded while the form is filled in. */
  readonly renderReceipt: (receipt: ReceiptProps<Full>) => ReactNode;
  readonly onSubmit: () => void;
  readonly missingLabels: readonly string[];
  readonly incompleteText?: string | undefined;
  /** Names of fields. The first of them on the page gets the focus when the page opens with an empty form. */
  readonly firstFields: readonly string[];
  readonly summary?: ReactNode;
  readonly scanBar: ReactNode;
  /** Shown above the form, as wide as form and summary. */
  readonly report?: ReactNode;
  readonly children: ReactNode;
};

/** Page that books a record: the draft notice and the form, then the receipt until the next booking starts. */
export const BookingPage = <Summary extends SubmittedRecord, Full extends Summary & ChangeableRecord>({
  kind,
  form,
  recovery,
  lastBooking: { identity, bookedRecord, startNext },
  renderReceipt,
  onSubmit,
  missingLabels,
  incompleteText,
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
    // A focused field would open the keyboard over a phone's page, and scroll a low window away from its heading.
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
    // Leaves the field, because some fields apply their text only on blur.
    flushSync(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    submit();
  };
  const checkAgain = useCheckAgain(recovery, form.complete);
  const { errorSummary } = form;
  // The outcome replaces the form's error, so that a lost response is not reported twice.
  const code = errorSummary?.failure?.code;
  const isErrorInOutcome = recovery.outcome !== undefined && code && (isOutage(code) || code === kind.withdrawnCode);
  if (identity) return renderReceipt({ identity, bookedRecord, onNext: startNext });
  return (
    <Page title={title} description={t(`${kind.name}.book.description`)} focusInsteadOfHeading={focusInsteadOfHeading}>
      <DraftNotice
        restoredFrom={form.restoredFrom}
        onDiscard={() => {
          recovery.forget();
          form.discardDraft();
        }}
      />
      <FormErrors errorSummary={isErrorInOutcome ? undefined : errorSummary} />
      <BookingOutcomeAlert
        kind={kind}
        outcome={recovery.outcome}
        onCheckAgain={checkAgain}
        attempt={isErrorInOutcome ? errorSummary.attempt : undefined}
      />
      {report}
      {scanBar}
      {/* The role is presentational, because the key events come from the fields inside. */}
      <div className="booking" role="presentation" onKeyDown={handleKeyDown}>
        <FormWithBar
          form={form}
          summary={summary}
          missingLabels={missingLabels}
          incompleteText={incompleteText}
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
              {/* This button follows the primary one, so that Tab in the last field leads to the primary button first. */}
              {!form.isBusy && <NewDraftLink />}
            </>
          }
        >
          {children}
        </FormWithBar>
      </div>
    </Page>
  );
};
