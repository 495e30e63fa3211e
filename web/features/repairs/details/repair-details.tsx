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
import { useSupportDialog } from '#web/components/use-support-dialog.tsx';
import type { DetailsProps } from '#web/features/records/record-details.tsx';
import { RecordDetails } from '#web/features/records/record-details.tsx';
import { RecordFacts } from '#web/features/records/record-facts.tsx';
import { FollowUp } from '#web/features/records/record-head.tsx';
import { useRecordDetails } from '#web/features/records/use-record-details.ts';
import { CorrectRepair } from '#web/features/repairs/book/correct-repair.tsx';
import { CustomerAnswerButton } from '#web/features/repairs/deadlines/customer-answer.tsx';
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

type AddToCalendarProps = { readonly repair: Repair; readonly deadline: UpcomingDeadline };

const AddToCalendar = ({ repair, deadline }: AddToCalendarProps) => {
  const texts = useTexts();
  const { t } = texts;
  const place = usePlace();
  const [hasFailed, setFailed] = useState(false);
  const save = async () => {
    setFailed(false);
    try {
      const { createCalendarFile } = await import('#web/features/repairs/deadlines/calendar-file.ts');
      const url = new URL(toRecordPath(paths.submittedRepairs(place), repair), location.origin);
      const file = createCalendarFile(repair, deadline, url, texts, new Date());
      saveFile(new Blob([file], { type: 'text/calendar' }), `${deadline.by}.ics`);
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

/** Returns whether the store should ask the repair service about its missed deadline. */
const shouldAsk = (deadline: UpcomingDeadline | undefined, today: CalendarDate) =>
  (deadline?.promise === 'rma' || deadline?.promise === 'target') && isMissed(deadline, today);

/** Returns sentences about the task of the store; none if it has none. */
const taskTexts = ({ promises, ...repair }: Repair, today: CalendarDate, { t }: Texts): string[] => {
  if (repair.sendFrom !== undefined) return [t('repairs.slip.rmaOnParcel')];
  const deadline = toRelevantDeadline(repair.next, today);
  if (deadline?.promise === 'rma') return [t('repairs.due.then.rma')];
  if (deadline?.promise !== 'arrival') return [];
  const isApproximate = promises.some(({ name, isAbout }) => name === 'arrival' && isAbout);
  const arrivalText = t(`repairs.due.then.${deadline.by < today ? 'arrivalOverdue' : 'arrival'}`);
  return [arrivalText, ...(isApproximate ? [t('repairs.due.about')] : [])];
};

/** Returns the sentence about what happens after the task or deadline; none if that says it already. */
const followUpText = ({ state, ...repair }: Repair, today: CalendarDate, texts: Texts): string | undefined => {
  const { t } = texts;
  if (repair.sendFrom !== undefined) return t('repairs.next.sent', limits.terms);
  const deadline = toRelevantDeadline(repair.next, today);
  if (deadline?.promise === 'feeAnswer') return t('repairs.due.then.feeAnswer');
  if (deadline?.promise === 'rma' || deadline?.promise === 'arrival') return undefined;
  // The parcel has arrived, so the text of the state ("on its way back") no longer applies.
  if (repair.next && !deadline) return undefined;
  return repairKind.nextText(state, texts) || undefined;
};

const NextDeadline = ({ repair }: { readonly repair: Repair }) => {
  const texts = useTexts();
  const { t } = texts;
  const today = useToday();
  const { promises } = repair;
  const deadline = toRelevantDeadline(repair.next, today);
  const sendText =
    repair.sendFrom === undefined
      ? undefined
      : t('repairs.next.send', { date: dayText(repair.sendFrom, today, texts) });
  const task = taskTexts(repair, today, texts).join(' ');
  const followUp = followUpText(repair, today, texts);
  const otherDeadlines = promises
    // A missed RMA deadline is shown only while it is the next deadline.
    .filter(({ name, on }) => on === undefined && name !== repair.next?.promise && name !== 'rma')
    // An expired right to cancel is not shown; an expired warranty is, because customers ask about it.
    .filter(({ name, by }) => name !== 'cancellation' || by >= today);
  const hasTaskOrDeadline = sendText !== undefined || deadline !== undefined;
  return (
    <>
      {hasTaskOrDeadline && (
        <p className="record-next">
          {sendText !== undefined && <strong>{sendText}</strong>}
          {deadline && sendText === undefined && (
            <strong className={isMissed(deadline, today) ? 'is-late' : undefined}>
              {deadlineSentence(deadline, today, texts)}
            </strong>
          )}{' '}
          {shouldAsk(deadline, today) && <strong>{t('repairs.due.ask')} </strong>}
          {task}
        </p>
      )}
      {followUp !== undefined &&
        (hasTaskOrDeadline ? <FollowUp text={followUp} /> : <p className="record-next">{followUp}</p>)}
      {otherDeadlines.map(({ name, by, state }) => (
        <p key={name} className="record-other">
          {state === 'paused' ? t('repairs.due.paused') : deadlineSentence({ promise: name, by }, today, texts)}
        </p>
      ))}
    </>
  );
};

const CalendarAction = ({ repair }: { readonly repair: Repair }) => {
  const today = useToday();
  const deadline = toRelevantDeadline(repair.next, today);
  return deadline && deadline.by >= today && <AddToCalendar repair={repair} deadline={deadline} />;
};

/** Opens the customer support portal, where the store asks about a missed deadline. */
const AskAction = ({ promise }: Pick<UpcomingDeadline, 'promise'>) => {
  const { t } = useTexts();
  const { openDialog, dialog } = useSupportDialog();
  return (
    <>
      <Button variant="primary" iconName="external" formAction="none" onClick={openDialog}>
        {t(promise === 'rma' ? 'home.todo.askForRma' : 'home.todo.ask')}
      </Button>
      {dialog}
    </>
  );
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
  const today = useToday();
  const details = useRecordDetails(repairKind, identity);
  return (
    <RecordDetails
      kind={repairKind}
      identity={identity}
      onBack={onBack}
      details={details}
      toHeading={(repair) => repairKind.productsText(repair, texts)}
      renderActions={(repair) => {
        const customerAnswer = <CustomerAnswerButton repair={repair} />;
        // A withdrawn repair is not shipped, so it has no slip.
        if (isWithdrawn(repair)) return { first: customerAnswer };
        const printSlip = <PrintSlip repair={repair} />;
        const others = (
          <>
            <PrintLabel repair={repair} />
            <CalendarAction repair={repair} />
          </>
        );
        if (repair.sendFrom !== undefined)
          return { first: <PrintSlip repair={repair} variant="primary" />, second: customerAnswer, others };
        if (!repair.next || !shouldAsk(repair.next, today)) return { first: customerAnswer, second: printSlip, others };
        return {
          first: <AskAction promise={repair.next.promise} />,
          second: customerAnswer,
          others: (
            <>
              {printSlip}
              {others}
            </>
          ),
        };
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
