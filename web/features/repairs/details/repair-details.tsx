import Button from '@cloudscape-design/components/button';
import Link from '@cloudscape-design/components/link';
import { useState } from 'react';
import { paths } from '#shared/api/paths.ts';
import { limits } from '#shared/config/limits.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { toRecordPath } from '#shared/records/record-path.ts';
import { isWithdrawn } from '#shared/records/timeline.ts';
import type { ContentField } from '#shared/repairs/content.ts';
import { contentFields } from '#shared/repairs/content.ts';
import type { UpcomingDeadline } from '#shared/repairs/deadlines.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { usePlace } from '#web/browser/place.ts';
import { useToday } from '#web/browser/use-today.ts';
import { saveFile } from '#web/components/export/save-file.ts';
import type { DetailsProps } from '#web/features/records/record-details.tsx';
import { RecordDetails } from '#web/features/records/record-details.tsx';
import { RecordFacts } from '#web/features/records/record-facts.tsx';
import { FollowUp } from '#web/features/records/record-head.tsx';
import { useRecordDetails } from '#web/features/records/use-record-details.ts';
import { CorrectRepair } from '#web/features/repairs/book/correct-repair.tsx';
import { CopyAnswer } from '#web/features/repairs/deadlines/copy-answer.tsx';
import {
  dayText,
  isMissed,
  deadlineSentence,
  toRelevantDeadline,
} from '#web/features/repairs/deadlines/deadline-text.ts';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { PrintLabel, PrintSlip } from '#web/features/repairs/slip/print-slip.tsx';
import type { Texts } from '#web/i18n/i18n.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { NoWrap } from '#web/ui/no-wrap.tsx';
import { useFollowLink } from '#web/ui/use-follow-link.ts';
import { contentText } from './content-texts.ts';
import { RepairTimeline } from './repair-timeline.tsx';

type DueProps = { readonly repair: Repair; readonly next: UpcomingDeadline };

const AddToCalendar = ({ repair, next }: DueProps) => {
  const texts = useTexts();
  const { t } = texts;
  const place = usePlace();
  const [hasFailed, setFailed] = useState(false);
  const save = async () => {
    setFailed(false);
    try {
      const { createCalendarFile } = await import('#web/features/repairs/deadlines/calendar-file.ts');
      const url = new URL(toRecordPath(paths.submittedRepairs(place), repair), location.origin);
      const file = createCalendarFile(repair, next, url, texts, new Date());
      saveFile(new Blob([file], { type: 'text/calendar' }), `${next.by}.ics`);
    } catch {
      setFailed(true);
    }
  };
  return (
    <>
      <Button iconName="calendar" formAction="none" onClick={() => void save()}>
        {t('repairs.due.calendar')}
      </Button>
      {hasFailed && <div role="alert">{t('export.notWritten')}</div>}
    </>
  );
};

/**
 * Returns sentences about what happens next. They depend on the next deadline or, without one, on the state; a task of
 * the store takes precedence.
 */
const followUpTexts = ({ state, promises, ...repair }: Repair, today: CalendarDate, texts: Texts): string[] => {
  const { t } = texts;
  if (repair.sendFrom !== undefined) return [t('repairs.slip.rmaOnParcel')];
  const next = toRelevantDeadline(repair.next, today);
  const askTexts = next && next.by < today ? [t('repairs.due.ask')] : [];
  switch (next?.promise) {
    case 'rma':
      return [...askTexts, t('repairs.due.then.rma')];
    case 'feeAnswer':
      return [t('repairs.due.then.feeAnswer')];
    case 'arrival': {
      const isApproximate = promises.some(
        ({ name, isAbout: isApproximateDeadline }) => name === 'arrival' && isApproximateDeadline,
      );
      const arrivalText = t(`repairs.due.then.${next.by < today ? 'arrivalOverdue' : 'arrival'}`);
      return [arrivalText, ...(isApproximate ? [t('repairs.due.about')] : [])];
    }
    default:
      // The parcel has arrived, so the text of the state ("on its way back") no longer applies.
      if (repair.next && !next) return [];
      return [...askTexts, repairKind.nextText(state, texts)];
  }
};

const NextDeadline = ({ repair }: { readonly repair: Repair }) => {
  const texts = useTexts();
  const today = useToday();
  const { promises } = repair;
  const next = toRelevantDeadline(repair.next, today);
  const followUp = followUpTexts(repair, today, texts).join(' ');
  const otherDeadlines = promises
    // A missed RMA deadline is shown only while it is the next deadline.
    .filter(({ name, on }) => on === undefined && name !== repair.next?.promise && name !== 'rma')
    // An expired right to cancel is not shown; an expired warranty is, because customers ask about it.
    .filter(({ name, by }) => name !== 'cancellation' || by >= today);
  const sendText = repair.sendFrom && texts.t('repairs.next.send', { date: dayText(repair.sendFrom, today, texts) });
  return (
    <>
      {(sendText || next || followUp !== '') && (
        <p className="record-next">
          {sendText && <strong>{sendText}</strong>}
          {next && !sendText && (
            <strong className={isMissed(next, today) ? 'is-late' : undefined}>
              {deadlineSentence(next, today, texts)}
            </strong>
          )}{' '}
          {followUp}
        </p>
      )}
      {sendText && <FollowUp text={texts.t('repairs.next.sent', limits.terms)} />}
      {otherDeadlines.map(({ name, by, state }) => (
        <p key={name} className="record-other">
          {state === 'paused' ? texts.t('repairs.due.paused') : deadlineSentence({ promise: name, by }, today, texts)}
        </p>
      ))}
    </>
  );
};

const CalendarAction = ({ repair }: { readonly repair: Repair }) => {
  const today = useToday();
  const next = toRelevantDeadline(repair.next, today);
  return next && next.by >= today && <AddToCalendar repair={repair} next={next} />;
};

/** Returns whether the page heading already shows the field. */
const isInHeading = (field: ContentField, { isOnlyAccessories }: Repair) =>
  field === 'isOnlyAccessories' || (field === 'product' && !isOnlyAccessories);

const RepairFacts = ({ repair }: { readonly repair: Repair }) => {
  const texts = useTexts();
  const { t, formatDate } = texts;
  const place = usePlace();
  const follow = useFollowLink();
  const isAdmin = useSession()?.isAdminUser ?? false;
  return (
    <RecordFacts
      kind={repairKind}
      record={repair}
      kindFacts={[
        ...contentFields
          .filter((field) => !isInHeading(field, repair))
          .map((field) => ({
            label: t(`repairs.fields.${field}`),
            value:
              field === 'serialNumber' && repair.serialNumber !== '' ? (
                <Link
                  variant="primary"
                  href={paths.device(place, repair.serialNumber)}
                  onFollow={(event) => follow(event, event.detail.href)}
                >
                  <NoWrap text={repair.serialNumber} />
                </Link>
              ) : (
                <span className="as-typed">{contentText(repair, field, texts)}</span>
              ),
          })),
        ...(isAdmin
          ? [
              {
                label: t('repairs.details.store'),
                value: (
                  <>
                    {repair.storeName} <NoWrap text={`(${repair.storeId})`} />
                  </>
                ),
              },
            ]
          : []),
      ]}
      finalFacts={[
        {
          label: t('repairs.details.confirmations'),
          value: t('repairs.details.confirmationsValue', { date: formatDate(repair.termsAccepted) }),
        },
      ]}
    />
  );
};

export const RepairDetails = ({ identity, onBack }: DetailsProps) => {
  const texts = useTexts();
  const details = useRecordDetails(repairKind, identity);
  return (
    <RecordDetails
      kind={repairKind}
      identity={identity}
      onBack={onBack}
      details={details}
      toHeading={(repair) => repairKind.productsText(repair, texts)}
      renderActions={(repair) => {
        const copyAnswer = <CopyAnswer repair={repair} />;
        // A withdrawn repair is not shipped, so it has no slip.
        if (isWithdrawn(repair)) return { first: copyAnswer };
        const others = (
          <>
            <PrintLabel repair={repair} />
            <CalendarAction repair={repair} />
          </>
        );
        return repair.sendFrom === undefined
          ? { first: copyAnswer, second: <PrintSlip repair={repair} />, others }
          : { first: <PrintSlip repair={repair} variant="primary" />, second: copyAnswer, others };
      }}
      renderNext={(repair) => <NextDeadline repair={repair} />}
      renderCorrection={(repair) => <CorrectRepair record={repair} {...details.correction} />}
    >
      {(repair) => (
        <div className="record-columns">
          <RepairFacts repair={repair} />
          <RepairTimeline repair={repair} />
        </div>
      )}
    </RecordDetails>
  );
};
