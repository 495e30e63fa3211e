import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { CalendarDate } from '#shared/dates.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { useToday } from '#web/browser/use-today.ts';
import { AddToCalendar } from '#web/features/repairs/promises/add-to-calendar.tsx';
import { isAlarming, nextText, stillDue } from '#web/features/repairs/promises/promise-text.ts';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import type { Texts } from '#web/language/i18n.ts';
import { useTexts } from '#web/language/i18n.ts';

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
