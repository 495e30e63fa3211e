import type { CalendarDate } from '#shared/dates/dates.ts';
import { useTexts } from '#web/i18n/i18n.ts';

/** First day on which a parcel can be sent, for example "since 17 Nov". */
export const SendableSince = ({ day }: { readonly day: CalendarDate }) => {
  const { t, formatDayOfYear } = useTexts();
  return <span className="due">{t('home.todo.since', { date: formatDayOfYear(day) })}</span>;
};
