import Box from '@cloudscape-design/components/box';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import { regions } from '#shared/config/regions.ts';
import { toCalendarDate, daysBetween } from '#shared/dates/dates.ts';
import type { DeadlineName } from '#shared/repairs/deadlines.ts';
import type { RepairEntry } from '#shared/repairs/lifecycle.ts';
import { endStates } from '#shared/repairs/lifecycle.ts';
import type { Repair, RepairSummary } from '#shared/repairs/repair.ts';
import { usePlace } from '#web/browser/place.ts';
import { useToday } from '#web/browser/use-today.ts';
import { toState, toSteps } from '#web/features/records/progress.ts';
import { toTimelineItems, Timeline } from '#web/features/records/timeline.tsx';
import { dayText, deadlineTexts, isMissed } from '#web/features/repairs/deadlines/deadline-text.ts';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { contentText, findCorrection } from './content-texts.ts';
import type { Correction } from './content-texts.ts';

/** Open steps of a repair as timeline items; the next one shows its deadline and how late it is. A parcel counts as arrived after its deadline. */
const OpenSteps = ({ repair }: { readonly repair: Repair }) => {
  const texts = useTexts();
  const { t } = texts;
  const today = useToday();
  const { next } = repair;
  const isArrived = next?.promise === 'arrival' && next.by < today;
  const steps = toSteps<RepairSummary>(repairKind, repair).filter(({ tone }) => tone === 'open');
  const items = [
    ...(next && next.promise !== 'target' && !isArrived
      ? [{ text: t(`repairs.due.names.${next.promise}`), deadline: next }]
      : []),
    ...steps.map(({ state }) => ({
      text: repairKind.stateText(state, texts),
      deadline: state === 'repaired' && next?.promise === 'target' ? next : undefined,
    })),
  ];
  return items.map(({ text, deadline }) => {
    const dateTexts = deadline && deadlineTexts(deadline.by, today, texts);
    return (
      <li key={text} className="is-open">
        {text} <span className="visually-hidden">{t('progress.open')}</span>
        {dateTexts && <div>{t('repairs.due.expected', { date: dateTexts.date })}</div>}
        {dateTexts && isMissed(deadline, today) && <Box color="text-status-error">{dateTexts.distance}</Box>}
      </li>
    );
  });
};

const finalStates: readonly string[] = ['repaired', ...endStates, 'withdrawn'];

/** Functions that return whether a timeline entry settles a deadline, by the deadline's name. Deadlines without a function are never settled: they only expire. */
const settlementChecks: Partial<Record<DeadlineName, (entry: RepairEntry) => boolean>> = {
  rma: ({ type }) => type === 'rmaAssigned',
  feeAnswer: ({ type }) => type === 'status' || type === 'withdrawn',
  target: (entry) => finalStates.includes(toState(entry)),
};

type Props = { readonly repair: Repair; readonly index: number };

/** Notes about the deadlines (`promises` on the wire) that a timeline entry settled too late, which is the state `broken` with a day `on`. */
const MissedDeadlines = ({ repair: { timeline, promises }, index }: Props) => {
  const texts = useTexts();
  const { t } = texts;
  const today = useToday();
  const { timeZone } = regions[usePlace().region];
  const lastQuoteIndex = timeline.findLastIndex((entry) => toState(entry) === 'quoted');
  return promises
    .filter(({ name, on, state }) => {
      const isSettledBy = settlementChecks[name];
      if (!isSettledBy || on === undefined || state !== 'broken') return false;
      const settledIndex = timeline.findIndex(
        (entry, entryIndex) =>
          isSettledBy(entry) &&
          toCalendarDate(new Date(entry.at), timeZone) === on &&
          (name !== 'feeAnswer' || entryIndex > lastQuoteIndex),
      );
      return settledIndex === index;
    })
    .map(({ name, by, on = by }) => {
      const promise = t(`repairs.due.names.${name}`);
      const distance = t('repairs.due.late', { count: daysBetween(by, on) });
      return (
        <Box key={name} color="text-status-error">
          {t('repairs.due.missed', { promise, date: dayText(by, today, texts), distance })}
        </Box>
      );
    });
};

const Changes = ({ before, after, fields }: Correction) => {
  const texts = useTexts();
  const { t } = texts;
  return (
    <ExpandableSection variant="inline" headerText={t('repairs.timeline.changes')}>
      <dl className="changes">
        {fields.map((field) => (
          <div key={field}>
            <dt>{t(`repairs.fields.${field}`)}</dt>
            <dd>
              {t('repairs.timeline.change', {
                before: contentText(before, field, texts),
                after: contentText(after, field, texts),
              })}
            </dd>
          </div>
        ))}
      </dl>
    </ExpandableSection>
  );
};

export const RepairTimeline = ({ repair }: { readonly repair: Repair }) => {
  const { t } = useTexts();
  return (
    <Timeline
      name="repairs"
      items={toTimelineItems('repairs', repair.timeline, t)}
      renderMore={(index) => {
        const correction = findCorrection(repair, index);
        return correction ? <Changes {...correction} /> : <MissedDeadlines repair={repair} index={index} />;
      }}
    >
      <OpenSteps repair={repair} />
    </Timeline>
  );
};
