import type { CalendarDate } from '#shared/dates/dates.ts';
import { useTexts } from '#web/i18n/i18n.ts';

/** Day since when a parcel can be sent: "since 17 Nov". */
export const SendableSince = ({ day }: { readonly day: CalendarDate }) => {
  const { t, formatDayOfYear } = useTexts();
  return <span className="due">{t('home.todo.since', { date: formatDayOfYear(day) })}</span>;
};
