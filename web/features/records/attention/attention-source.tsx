import type { ReactNode } from 'react';
import type { Place } from '#shared/api/paths.ts';
import { calendars } from '#shared/dates/calendars.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { toCalendarDate } from '#shared/dates/dates.ts';
import { calculateRmaDeadline } from '#shared/records/rma-number-deadline.ts';
import { call } from '#web/data/api.ts';
import type { RecordKindView, SubmittedRecord } from '#web/features/records/record-kind-view.ts';
import type { RecordEntry } from '#web/features/records/record-links.tsx';
import { toRecordEntry } from '#web/features/records/record-links.tsx';
import { toOverdueInput } from './attention-queries.ts';

/** Groups of to-dos, in the order of their tiles: parcels to send, fee quotes about which to call the customer, and missed deadlines. A to-do may be in several groups, for example a late fee quote. */
export const todoGroups = ['send', 'call', 'late'] as const;
export type TodoGroup = (typeof todoGroups)[number];

/** Task of a store. `date` is its deadline, or the first day on which it can be done. */
export type Todo = {
  readonly entry: RecordEntry;
  readonly groups: readonly TodoGroup[];
  readonly date: CalendarDate;
  readonly action?: ReactNode;
};

/** Result of a source. `incompleteGroups` are the groups that may have more to-dos than these. `nextDay` is the next deadline that has not passed. */
export type AttentionResult = {
  readonly todos: readonly Todo[];
  readonly incompleteGroups: readonly TodoGroup[];
  readonly nextDay?: CalendarDate | undefined;
};

/** Source of the home page's to-dos of some groups. */
export type AttentionSource = {
  readonly groups: readonly TodoGroup[];
  /** Rejects with an AppError. */
  readonly load: (place: Place, today: CalendarDate) => Promise<AttentionResult>;
};

/** Creates a source of the records whose RMA number is overdue, the most overdue first. `renderDeadline` renders a deadline relative to today. */
export const createOverdueSource = <Summary extends SubmittedRecord>(
  kind: RecordKindView<Summary>,
  renderDeadline: (deadline: CalendarDate, today: CalendarDate) => ReactNode,
  renderAction: (reference: string) => ReactNode,
): AttentionSource => ({
  groups: ['late'],
  load: async (place, today) => {
    const { region } = place;
    const calendar = calendars[region];
    const { items, cursor } = await call(kind.routes.list, toOverdueInput(region, today));
    const todos = items.map((record): Todo => {
      const deadline = calculateRmaDeadline(toCalendarDate(new Date(record.createdAt), calendar.timeZone), calendar);
      return {
        entry: toRecordEntry(kind, record, place, {
          text: ({ t }) => t('home.todo.askForRma'),
          day: renderDeadline(deadline, today),
        }),
        groups: ['late'],
        date: deadline,
        action: renderAction(record.storeRefNo),
      };
    });
    return { todos, incompleteGroups: cursor === undefined ? [] : ['late'] };
  },
});
