import type { Place } from '#shared/api/paths.ts';
import type { Output } from '#shared/api/route.ts';
import { repairs } from '#shared/api/routes/repairs.ts';
import { limits } from '#shared/config/limits.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { findRepairTodo } from '#shared/repairs/todo.ts';
import { call, findPreloadedData } from '#web/data/api.ts';
import { AskButton } from '#web/features/records/attention/ask-button.tsx';
import { toDueInput, toSendableRepairsInput } from '#web/features/records/attention/attention-queries.ts';
import type { AttentionResult, AttentionSource, Todo } from '#web/features/records/attention/attention-source.tsx';
import { createAttentionSource } from '#web/features/records/attention/attention-source.tsx';
import { SendableSince } from '#web/features/records/attention/sendable-since.tsx';
import { toRecordEntry } from '#web/features/records/record-links.tsx';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { DeadlineLabel } from './deadline-label.tsx';
import { AnswerButton, PrintSlipButton } from './todo-actions.tsx';

type RepairsPage = Output<typeof repairs.listRepairs>;

const toDueResult = (
  { items, cursor }: RepairsPage,
  quotedPage: RepairsPage | undefined,
  place: Place,
  today: CalendarDate,
): AttentionResult => {
  // The fee quotes of the first page are included, because the second page has the oldest bookings, not the most urgent ones.
  const recordsById = new Map([...items, ...(quotedPage?.items ?? [])].map((record) => [record.id, record]));
  const todos = [...recordsById.values()].flatMap((record): Todo[] => {
    const todo = findRepairTodo(record, today);
    if (!todo) return [];
    const { next: nextDeadline, storeRefNo } = record;
    const isCall = todo.task === 'call';
    const day = nextDeadline && <DeadlineLabel promise={nextDeadline.promise} by={nextDeadline.by} today={today} />;
    return [
      {
        entry: toRecordEntry(repairKind, record, place, { text: ({ t }) => t(`home.todo.${todo.task}`), day }),
        groups: [...(isCall ? (['call'] as const) : []), ...(todo.isLate ? (['late'] as const) : [])],
        date: todo.by,
        action: isCall ? <AnswerButton repair={record} /> : <AskButton reference={storeRefNo} />,
      },
    ];
  });
  const areAllLate = items.every(({ next }) => next && next.by < today);
  return {
    todos,
    incompleteGroups: [
      ...(quotedPage?.cursor === undefined ? [] : (['call'] as const)),
      // Items are sorted by deadline, so there can be more late ones only if the whole page is late.
      ...(cursor !== undefined && areAllLate ? (['late'] as const) : []),
    ],
    nextDay: items.find(({ next }) => next && next.by >= today)?.next?.by,
  };
};

/** Source of repairs with a deadline: all fee quotes, because the store has to call the customer, and all overdue repairs. Sends one request, and a second one for fee quotes if the first page may not contain all of them. */
export const dueRepairsSource: AttentionSource = {
  groups: ['call', 'late'],
  load: async (place, today) => {
    const { region } = place;
    const page = await call(repairs.listRepairs, toDueInput(region));
    const quotedPage =
      page.cursor === undefined
        ? undefined
        : await call(repairs.listRepairs, { region, limit: limits.home.todos, state: 'quoted', order: 'oldest' });
    return toDueResult(page, quotedPage, place, today);
  },
  findPreloaded: (place, today) => {
    const preloaded = findPreloadedData(repairs.listRepairs, toDueInput(place.region));
    if (!preloaded || preloaded.data.cursor !== undefined) return undefined;
    return () => {
      preloaded.discard();
      return toDueResult(preloaded.data, undefined, place, today);
    };
  },
};

/** Source of repairs that the store has to send, those waiting longest first. */
export const repairsToSendSource: AttentionSource = createAttentionSource({
  groups: ['send'],
  route: repairs.listRepairs,
  toInput: ({ region }) => toSendableRepairsInput(region),
  toResult: ({ items, cursor }, place) => {
    const todos = items.flatMap((record): Todo[] => {
      const { rma, sendFrom } = record;
      if (rma === null || sendFrom === undefined) return [];
      const day = <SendableSince day={sendFrom} />;
      return [
        {
          entry: toRecordEntry(repairKind, record, place, { text: ({ t }) => t('home.todo.send', { rma }), day }),
          groups: ['send'],
          date: sendFrom,
          action: <PrintSlipButton repair={record} />,
        },
      ];
    });
    return { todos, incompleteGroups: cursor === undefined ? [] : ['send'] };
  },
});
