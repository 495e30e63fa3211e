import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import './record-head.css';
import type { ReactNode } from 'react';
import { regions } from '#shared/config/regions.ts';
import { toCalendarDate, daysBetween } from '#shared/dates/dates.ts';
import { usePlace } from '#web/browser/place.ts';
import { useToday } from '#web/browser/use-today.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { toSteps } from './progress.ts';
import type { ChangeableRecord, RecordKindView, SubmittedRecord } from './record-kind-view.ts';
import { rejectionText } from './rejection-text.ts';
import { CopyRma, Rma } from './rma.tsx';
import { StateLabel } from './state-label.tsx';

type Props<Summary extends SubmittedRecord> = {
  readonly kind: RecordKindView<Summary>;
  readonly record: Summary & ChangeableRecord;
  readonly next?: ReactNode;
};

export const RecordHead = <Summary extends SubmittedRecord>({ kind, record, next }: Props<Summary>) => {
  const texts = useTexts();
  const { t, formatDate } = texts;
  const { name } = kind;
  const { timeZone } = regions[usePlace().region];
  const today = useToday();
  const toDay = (instant: string) => toCalendarDate(new Date(instant), timeZone);
  const daysWithoutRma = kind.isPending(record) ? daysBetween(toDay(record.createdAt), today) : 0;
  const steps = toSteps(kind, record);
  const current = steps.findLast(({ tone }) => tone !== 'open');
  // Why the store cannot correct the record; a withdrawal is already shown as its state.
  const rejection = record.state === 'withdrawn' ? undefined : rejectionText(kind, record, t);
  return (
    <Container>
      <SpaceBetween size="m">
        <KeyValuePairs
          columns={3}
          minColumnWidth={180}
          items={[
            { label: t(`${name}.fields.state`), value: <StateLabel kind={kind} state={record.state} isLarge /> },
            { label: t(`${name}.fields.storeRefNo`), value: record.storeRefNo },
            {
              label: t(`${name}.fields.rma`),
              value: (
                <>
                  <Rma kind={kind} record={record} /> {record.rma !== null && <CopyRma rma={record.rma} />}
                </>
              ),
            },
          ]}
        />
        {next ?? (
          <Box fontSize="heading-s">
            {kind.nextText(record.state, texts)}{' '}
            {daysWithoutRma > 0 && <b>{t('progress.withoutRma', { count: daysWithoutRma })}</b>}
          </Box>
        )}
        <ol className="steps" aria-label={t('progress.title')}>
          {steps.map((step) => (
            <li key={step.state} className={`tone-${step.tone}`} aria-current={step === current ? 'step' : undefined}>
              <b>{step.state === 'submitted' ? t(`${name}.timeline.booked`) : kind.stateText(step.state, texts)}</b>{' '}
              {step.at !== undefined && <time dateTime={step.at}>{formatDate(toDay(step.at))}</time>}
              {step.tone === 'open' && <span className="visually-hidden">{t('progress.open')}</span>}
            </li>
          ))}
        </ol>
        {rejection && <Box color="text-body-secondary">{rejection}</Box>}
      </SpaceBetween>
    </Container>
  );
};
