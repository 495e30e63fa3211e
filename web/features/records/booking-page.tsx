import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Form from '@cloudscape-design/components/form';
import SpaceBetween from '@cloudscape-design/components/space-between';
import './booking-page.css';
import { useEffect, useRef } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { usePlace } from '#web/browser/place.ts';
import { useTexts } from '#web/language/i18n.ts';
import { DraftNotice } from '#web/ui/drafts/draft-notice.tsx';
import { ParkDraft } from '#web/ui/drafts/park-draft.tsx';
import { FormErrors } from '#web/ui/form/form-errors.tsx';
import type { Complaint } from '#web/ui/form/use-form.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Page } from '#web/ui/page.tsx';
import { BookingOutcome } from './booking-outcome.tsx';
import { FormBar } from './form-bar.tsx';
import type { ChangeableRecord, NamedKind } from './record-kind.ts';
import type { Outcome } from './use-outcome.ts';

type BookedProps = {
  readonly kind: NamedKind;
  /** The store's reference of what was booked. */
  readonly reference: string;
  readonly onNext: () => void;
  /** Prints what goes with it. */
  readonly children: ReactNode;
};

/** What follows a booking: print what goes with it, book the next one, or look at the list. */
const BookedPanel = ({ kind: { name, paths }, reference, onNext, children }: BookedProps) => {
  const { t } = useTexts();
  const place = usePlace();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  return (
    <Container
      header={
        <h2 className="booked-title" tabIndex={-1} ref={heading}>
          {t(`${name}.book.booked.title`, { reference })}
        </h2>
      }
    >
      <SpaceBetween size="m">
        <Box variant="p">{t(`${name}.book.booked.hint`)}</Box>
        {children}
        <SpaceBetween direction="horizontal" size="xs">
          <Button formAction="none" onClick={onNext}>
            {t(`${name}.book.booked.next`)}
          </Button>
          <LinkButton href={paths.list(place)}>{t(`${name}.book.booked.list`)}</LinkButton>
        </SpaceBetween>
      </SpaceBetween>
    </Container>
  );
};

type Draft = ComponentProps<typeof DraftNotice>;

type Props<Booked> = {
  readonly kind: NamedKind;
  readonly form: {
    readonly busy: boolean;
    readonly complaint: Complaint | undefined;
    readonly restoredFrom: Draft['restoredFrom'];
    readonly discardDraft: Draft['onDiscard'];
  };
  /** What became of an attempt that failed. */
  readonly outcome: {
    readonly outcome: Outcome<ChangeableRecord> | undefined;
    readonly askAgain: () => void;
    readonly forget: () => void;
  };
  /** What was booked last, until the next booking begins. */
  readonly booked: Booked | undefined;
  /** Prints what goes with it. */
  readonly renderPrint: (booked: Booked) => ReactNode;
  readonly onNext: () => void;
  readonly onSubmit: () => void;
  /** What has still to be filled in, by name. */
  readonly missing: readonly string[];
  /** Stands beside the heading. */
  readonly actions?: ReactNode;
  /** The fields. */
  readonly children: ReactNode;
};

/** The page that books a record: what was booked last, a draft that was found, and the form. */
export const BookingPage = <Booked extends { readonly id: string; readonly storeRefNo: string }>({
  kind,
  form,
  outcome,
  booked,
  renderPrint,
  onNext,
  onSubmit,
  missing,
  actions,
  children,
}: Props<Booked>) => {
  const { t } = useTexts();
  const discard = () => {
    outcome.forget();
    form.discardDraft();
  };
  return (
    <Page title={t(`${kind.name}.book.title`)} description={t(`${kind.name}.book.description`)} actions={actions}>
      {booked && (
        <BookedPanel key={booked.id} kind={kind} reference={booked.storeRefNo} onNext={onNext}>
          {renderPrint(booked)}
        </BookedPanel>
      )}
      <DraftNotice restoredFrom={form.restoredFrom} onDiscard={discard} />
      <FormErrors complaint={form.complaint} />
      <BookingOutcome kind={kind} outcome={outcome.outcome} onAskAgain={outcome.askAgain} />
      {/* No form element: a scanner ends with Enter, and only the button may send. */}
      <Form>
        {/* What is on its way to the server no longer changes. */}
        <div inert={form.busy}>{children}</div>
      </Form>
      {/* The summary above says it while it shows. */}
      <FormBar missing={form.complaint?.fields.length ? undefined : missing}>
        <Button variant="primary" formAction="none" loading={form.busy} onClick={onSubmit}>
          {t(`${kind.name}.book.submit`)}
        </Button>
        {/* After the button that one comes here for: the way through the fields ends there. */}
        {!form.busy && <ParkDraft />}
      </FormBar>
    </Page>
  );
};
