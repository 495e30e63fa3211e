import type { CalendarDate } from '#shared/dates/dates.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** Empty state of the to-do list. `nextDay` is the next deadline of a repair that needs no action yet. */
export const NothingToDo = ({ nextDay }: { readonly nextDay: CalendarDate | undefined }) => {
  const { t, formatDay } = useTexts();
  return (
    <EmptyState
      mark="tick"
      title={t('home.attention.nothing')}
      hint={
        nextDay === undefined
          ? t('home.attention.nothingHint')
          : t('home.attention.nextDay', { date: formatDay(nextDay) })
      }
    />
  );
};
