import './record-head.css';
import type { ReactNode } from 'react';
import { regions } from '#shared/config/regions.ts';
import { toCalendarDate, daysBetween } from '#shared/dates/dates.ts';
import { usePlace } from '#web/browser/place.ts';
import { useToday } from '#web/browser/use-today.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { NewMark } from './news/new-mark.tsx';
import { toSteps } from './progress.ts';
import type { ChangeableRecord, RecordKindView, SubmittedRecord } from './record-kind-view.ts';
import { CopyRma, Rma } from './rma.tsx';
import { StateLabel } from './state-label.tsx';

type StateProps<Summary extends SubmittedRecord> = {
  readonly id: string;
  readonly kind: RecordKindView<Summary>;
  readonly state: Summary['state'];
};

/** State of a record, shown next to its title. */
export const RecordState = <Summary extends SubmittedRecord>({ id, kind, state }: StateProps<Summary>) => (
  <dl className="record-state">
    <dt className="visually-hidden">{useTexts().t(`${kind.name}.fields.state`)}</dt>
    <dd>
      <StateLabel kind={kind} state={state} isLarge /> <NewMark id={id} />
    </dd>
  </dl>
);

type Props<Summary extends SubmittedRecord> = {
  readonly kind: RecordKindView<Summary>;
  readonly record: Summary & ChangeableRecord;
};

const Steps = <Summary extends SubmittedRecord>({ kind, record }: Props<Summary>) => {
  const texts = useTexts();
  const { t, formatDayOfYear } = texts;
  const { timeZone } = regions[usePlace().region];
  const steps = toSteps(kind, record);
  const formatStepDate = (instant: string) => formatDayOfYear(toCalendarDate(new Date(instant), timeZone));
  const stepTexts = steps.map(({ state, tone, isCurrent, at }, index) => {
    const name = state === 'submitted' ? t(`${kind.name}.timeline.booked`) : kind.stateText(state, texts);
    const isNumbered = isCurrent && tone !== 'ended';
    return {
      text: isNumbered ? t('progress.step', { step: index + 1, steps: steps.length, state: name }) : name,
      date: at !== undefined && (isNumbered ? t('progress.since', { date: formatStepDate(at) }) : formatStepDate(at)),
    };
  });
  const currentStep = stepTexts[steps.findIndex(({ isCurrent }) => isCurrent)];
  return (
    <div>
      <ol className="steps" aria-label={t('progress.title')}>
        {steps.map((step, index) => (
          <li key={step.state} className={`tone-${step.tone}`} aria-current={step.isCurrent ? 'step' : undefined}>
            <b>{stepTexts[index]?.text}</b> {step.at && <time dateTime={step.at}>{stepTexts[index]?.date}</time>}
            {step.tone === 'open' && <span className="visually-hidden">{t('progress.open')}</span>}
          </li>
        ))}
      </ol>
      {/* A phone shows the steps without their texts, and this line instead. It is hidden from screen readers, which read the list. */}
      {currentStep && (
        <p className="steps-current" aria-hidden="true">
          <b>{currentStep.text}</b> {currentStep.date}
        </p>
      )}
    </div>
  );
};

type HeadProps<Summary extends SubmittedRecord> = Props<Summary> & {
  /** Replaces the text about what happens next in the record's state. */
  readonly next?: ReactNode;
};

/** Sentence about what happens next, with its label. */
export const FollowUp = ({ text }: { readonly text: string }) => {
  const { t } = useTexts();
  return (
    <p className="record-after">
      <b>{t('common.labelled', { field: t('outcome.receipt.title'), text: '' })}</b>
      {text}
    </p>
  );
};

/** Reference and RMA number of a record, what happens next, and its steps. */
export const RecordHead = <Summary extends SubmittedRecord>({ kind, record, next }: HeadProps<Summary>) => {
  const texts = useTexts();
  const { t } = texts;
  const { name } = kind;
  const { timeZone } = regions[usePlace().region];
  const today = useToday();
  const bookedOn = toCalendarDate(new Date(record.createdAt), timeZone);
  const daysWithoutRma = kind.isPending(record) ? daysBetween(bookedOn, today) : 0;
  return (
    <>
      <dl className="record-names">
        <div>
          <dt>{t(`${name}.fields.storeRefNo`)}</dt> <dd>{record.storeRefNo}</dd>
        </div>
        <div>
          <dt>{t(`${name}.fields.rma`)}</dt>{' '}
          <dd>
            <Rma kind={kind} record={record} /> {record.rma !== null && <CopyRma rma={record.rma} />}
          </dd>
        </div>
      </dl>
      {next || (
        <p className="record-next">
          {kind.nextText(record.state, texts)}{' '}
          {daysWithoutRma > 0 && <b>{t('progress.withoutRma', { count: daysWithoutRma })}</b>}
        </p>
      )}
      <Steps kind={kind} record={record} />
    </>
  );
};
