import type { CalendarDate } from '#shared/dates.ts';
import { calendarDate } from '#shared/dates.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { stateOf } from '#web/features/records/progress.ts';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import type { Texts } from '#web/language/i18n.ts';
import { dayText } from './promise-text.ts';

const expectedText = ({ next }: Repair, today: CalendarDate, texts: Texts): string => {
  // What is late is for the store to see to; a caller is not told a date that has passed.
  if (!next || next.by < today || next.promise === 'cancellation' || next.promise === 'warranty') return '';
  return texts.t(`repairs.answer.next.${next.promise}`, { date: dayText(next.by, today, texts) });
};

/**
 * One sentence for a customer who calls: "Your Nintendo Switch 2, reference 1002-0003, was received on Saturday 14 November; repairs are
 * usually completed by Tuesday 24 November." `timeZone` is the region's (IANA name).
 */
export const answerText = (repair: Repair, today: CalendarDate, timeZone: string, texts: Texts): string => {
  const { state, timeline, createdAt } = repair;
  const at = timeline.findLast((entry) => stateOf(entry) === state)?.at ?? createdAt;
  const happened = texts.t(`repairs.answer.states.${state}`, {
    product: repairKind.productsText(repair, texts),
    reference: repair.storeRefNo,
    date: dayText(calendarDate(new Date(at), timeZone), today, texts),
  });
  const expected = expectedText(repair, today, texts);
  return expected === '' ? `${happened}.` : texts.t('repairs.answer.both', { happened, expected });
};
