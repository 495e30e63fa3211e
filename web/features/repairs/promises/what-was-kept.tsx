import Box from '@cloudscape-design/components/box';
import { calendarDate, daysBetween } from '#shared/dates.ts';
import { regions } from '#shared/regions.ts';
import type { RepairEntry } from '#shared/repairs/lifecycle.ts';
import { endStates } from '#shared/repairs/lifecycle.ts';
import type { PromiseName } from '#shared/repairs/promises.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { usePlace } from '#web/browser/place.ts';
import { useToday } from '#web/browser/use-today.ts';
import { stateOf } from '#web/features/records/progress.ts';
import { useTexts } from '#web/language/i18n.ts';
import { dayText } from './promise-text.ts';

const isTheEnd: readonly string[] = ['repaired', ...endStates, 'withdrawn'];

/** What can settle the promises of which it is worth saying; the others only end. */
const settling: Partial<Record<PromiseName, (entry: RepairEntry) => boolean>> = {
  rma: ({ type }) => type === 'rmaAssigned',
  feeAnswer: ({ type }) => type === 'status' || type === 'withdrawn',
  target: (entry) => isTheEnd.includes(stateOf(entry)),
};

type Props = { readonly repair: Repair; readonly index: number };

/** The promises that an entry of a repair's timeline kept or broke. */
export const WhatWasKept = ({ repair: { timeline, promises }, index }: Props) => {
  const texts = useTexts();
  const { t } = texts;
  const today = useToday();
  const { timeZone } = regions[usePlace().region];
  const lastQuote = timeline.findLastIndex((entry) => stateOf(entry) === 'quoted');
  return promises
    .filter(({ name, on, state }) => {
      const settles = settling[name];
      if (!settles || on === undefined || (state !== 'kept' && state !== 'broken')) return false;
      const place = timeline.findIndex(
        (entry, at) =>
          settles(entry) &&
          calendarDate(new Date(entry.at), timeZone) === on &&
          (name !== 'feeAnswer' || at > lastQuote),
      );
      return place === index;
    })
    .map(({ name, by, on = by, state }) => {
      const values = { promise: t(`repairs.due.names.${name}`), date: dayText(by, today, texts) };
      return state === 'kept' ? (
        <div key={name} className="timeline-when">
          {t('repairs.due.kept', values)}
        </div>
      ) : (
        <Box key={name} color="text-status-error">
          {t('repairs.due.missed', { ...values, distance: t('repairs.due.late', { count: daysBetween(by, on) }) })}
        </Box>
      );
    });
};
