import Button from '@cloudscape-design/components/button';
import Form from '@cloudscape-design/components/form';
import './booking-page.css';
import type { ReactNode } from 'react';
import { useTexts } from '#web/language/i18n.ts';
import { DraftNotice } from '#web/ui/drafts/draft-notice.tsx';
import { ParkDraft } from '#web/ui/drafts/draft-notice.tsx';
import { FormErrors } from '#web/ui/form/form-errors.tsx';
import type { useForm } from '#web/ui/form/use-form.ts';
import { Page } from '#web/ui/page.tsx';
import { BookedPage } from './booked-page.tsx';
import type { useBooked } from './booked-page.tsx';
import { BookingOutcome } from './booking-outcome.tsx';
import { FormBar } from './form-bar.tsx';
import type { ChangeableRecord, RecordKind, SubmittedRecord } from './record-kind.ts';
import { useAskAgain } from './use-outcome.ts';
import type { useOutcome } from './use-outcome.ts';

type Props<Summary extends SubmittedRecord, Full extends Summary & ChangeableRecord> = {
  readonly kind: RecordKind<Summary, Full>;
  readonly form: Pick<ReturnType<typeof useForm>, 'busy' | 'complaint' | 'restoredFrom' | 'discardDraft'> & {
    readonly done: (record: Full) => void;
  };
  /** What became of an attempt that failed. */
  readonly outcome: ReturnType<typeof useOutcome<Summary, Full>>;
  readonly last: ReturnType<typeof useBooked<Full>>;
  /** Prints what goes with what was booked. */
  readonly renderPrint: (record: Full) => ReactNode;
  readonly onSubmit: () => void;
  /** What has still to be filled in, by name. */
  readonly missing: readonly string[];
  /** What has been filled in, at a glance: beside the fields, where there is room. */
  readonly summary?: ReactNode;
  /** The fields. */
  readonly children: ReactNode;
};

/** The page that books a record: a draft that was found, and the form; then what was booked, until the next booking begins. */
export const BookingPage = <Summary extends SubmittedRecord, Full extends Summary & ChangeableRecord>({
  kind,
  form,
  outcome,
  last: { booked, next },
  renderPrint,
  onSubmit,
  missing,
  summary,
  children,
}: Props<Summary, Full>) => {
  const { t } = useTexts();
  const askAgain = useAskAgain(outcome, form.done);
  const discard = () => {
    outcome.forget();
    form.discardDraft();
  };
  if (booked) return <BookedPage {...{ kind, booked, renderPrint }} onNext={next} />;
  return (
    <Page title={t(`${kind.name}.book.title`)} description={t(`${kind.name}.book.description`)}>
      <DraftNotice restoredFrom={form.restoredFrom} onDiscard={discard} />
      <FormErrors complaint={form.complaint} />
      <BookingOutcome kind={kind} outcome={outcome.outcome} onAskAgain={askAgain} />
      <div className="booking">
        {/* No form element: a scanner ends with Enter, and only the button may send. */}
        <Form>
          {/* What is on its way to the server no longer changes. */}
          <div inert={form.busy}>{children}</div>
        </Form>
        {/* What is missing is said above while errors show. */}
        <FormBar summary={summary} missing={form.complaint?.fields.length ? undefined : missing}>
          <Button variant="primary" formAction="none" loading={form.busy} onClick={onSubmit}>
            {t(`${kind.name}.book.submit`)}
          </Button>
          {/* After the button that one comes here for: the way through the fields ends there. */}
          {!form.busy && <ParkDraft />}
        </FormBar>
      </div>
    </Page>
  );
};
