import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { CalendarDate } from '#shared/dates.ts';
import { paths } from '#shared/paths.ts';
import type { NextPromise } from '#shared/repairs/promises.ts';
import type { Repair, RepairSummary } from '#shared/repairs/repair.ts';
import { usePlace } from '#web/browser/place.ts';
import { useToday } from '#web/browser/use-today.ts';
import { recordAddress } from '#web/features/records/record-address.ts';
import { isAlarming, nextText, stillDue } from '#web/features/repairs/promises/promise-text.ts';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import type { Texts } from '#web/language/i18n.ts';
import { useTexts } from '#web/language/i18n.ts';
import { saveFile } from '#web/ui/export/save-file.ts';

type Props = { readonly repair: RepairSummary; readonly next: NextPromise };

/** Saves what is due next as a file for the store's calendar. */
const AddToCalendar = ({ repair, next }: Props) => {
  const texts = useTexts();
  const { t } = texts;
  const place = usePlace();
  const [hasFailed, setFailed] = useState(false);
  const save = async () => {
    setFailed(false);
    try {
      const { calendarFile } = await import('#web/features/repairs/promises/calendar-file.ts');
      const address = new URL(recordAddress(paths.submittedRepairs(place), repair), location.origin);
      const file = calendarFile(repair, next, address, texts, new Date());
      saveFile(new Blob([file], { type: 'text/calendar' }), `${next.by}.ics`);
    } catch {
      setFailed(true);
    }
  };
  return (
    <>
      <Button variant="inline-link" iconName="calendar" formAction="none" onClick={() => void save()}>
        {t('repairs.due.calendar')}
      </Button>
      {hasFailed && <div role="alert">{t('export.notWritten')}</div>}
    </>
  );
};

/** What follows from what is due next, or from the state where nothing is. */
const thenTexts = ({ state, promises, ...repair }: Repair, today: CalendarDate, texts: Texts): string[] => {
  const { t } = texts;
  const next = stillDue(repair.next, today);
  const ask = next && next.by < today ? [t('repairs.due.ask')] : [];
  switch (next?.promise) {
    case 'rma':
      return [t('repairs.due.then.rma'), ...ask];
    case 'feeAnswer':
      return [t('repairs.due.then.feeAnswer')];
    case 'arrival': {
      const isAbout = promises.some(({ name, isAbout: about }) => name === 'arrival' && about);
      return [t('repairs.due.then.arrival'), ...(isAbout ? [t('repairs.due.about')] : [])];
    }
    default:
      // It has long been back: what counts now is its warranty.
      if (repair.next && !next && promises.some(({ name }) => name === 'warranty')) return [];
      return [repairKind.nextText(state, texts), ...ask];
  }
};

/** What happens next with a repair, by whom and by when, and what else the terms promise of it for now. */
export const WhatIsNext = ({ repair }: { readonly repair: Repair }) => {
  const texts = useTexts();
  const today = useToday();
  const { promises } = repair;
  const next = stillDue(repair.next, today);
  // An RMA number is missed only as long as nothing else is: then it is what comes next.
  const others = promises.filter(({ name, on }) => on === undefined && name !== repair.next?.promise && name !== 'rma');
  return (
    <SpaceBetween size="xs">
      <Box fontSize="heading-s">
        {next && (
          <Box variant="strong" fontSize="heading-s" color={isAlarming(next, today) ? 'text-status-error' : 'inherit'}>
            {nextText(next, today, texts)}
          </Box>
        )}{' '}
        {thenTexts(repair, today, texts).join(' ')}
      </Box>
      {others.map(({ name, by, state }) => (
        <Box key={name} color="text-body-secondary">
          {state === 'paused' ? texts.t('repairs.due.paused') : nextText({ promise: name, by }, today, texts)}
        </Box>
      ))}
      {next && next.by >= today && <AddToCalendar repair={repair} next={next} />}
    </SpaceBetween>
  );
};
