import { toDueRange } from '#lambdas/lib/records/due-range.ts';
import { toInstantRange } from '#lambdas/lib/records/list-records.ts';
import type { createRecordPages } from '#lambdas/lib/records/records-store.ts';
import type { RepairIndexRow } from '#lambdas/lib/records/repair.ts';
import { repairKind } from '#lambdas/lib/records/repair.ts';
import type { ReturnIndexRow } from '#lambdas/lib/records/return.ts';
import type { SearchIndex } from '#lambdas/lib/records/search.ts';
import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { calendars } from '#shared/dates/calendars.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import { addDays, toCalendarDate } from '#shared/dates/dates.ts';
import type { NewsRecord } from '#shared/news/news.ts';
import { repairNews, returnNews } from '#shared/news/news.ts';
import type { RecordKindName } from '#shared/records/record.ts';
import { findLastOverdueBookingDay, calculateRmaDeadline } from '#shared/records/rma-number-deadline.ts';
import { toSearchOwner } from '#shared/records/search.ts';
import type { RepairTodo } from '#shared/repairs/todo.ts';
import { findRepairTodo } from '#shared/repairs/todo.ts';

type Owner = { readonly region: RegionId; readonly storeId: string };

/** To-do of a store, as listed on Home. `date` is the deadline or, for `send`, the day from which the parcel can be sent. */
export type Todo = {
  readonly record: NewsRecord;
  readonly date: CalendarDate;
  readonly isLate: boolean;
} & ({ readonly task: RepairTodo['task'] | 'askForRma' } | { readonly task: 'send'; readonly rma: string });

export type TodoReader = {
  /** Reads a store's to-dos on a day of its region, at most `limits.home.todos` per query. Sorts late ones first, then by date. */
  readonly read: (owner: Owner, kinds: readonly RecordKindName[], today: CalendarDate) => Promise<Todo[]>;
};

const toRepair = (row: RepairIndexRow): NewsRecord => {
  const { id, storeId, storeRefNo } = row;
  return { kind: 'repairs', id, storeId, storeRefNo, ...repairNews.parse(row) };
};

const toReturn = (row: ReturnIndexRow): NewsRecord => {
  const { id, storeId, storeRefNo } = row;
  return { kind: 'returns', id, storeId, storeRefNo, ...returnNews.parse(row) };
};

type SendableRow = Pick<RepairIndexRow, 'rma' | 'sendFrom' | 'createdAt'>;

const toSendTodo = (record: NewsRecord, { rma, sendFrom, createdAt }: SendableRow): Todo[] =>
  rma === null ? [] : [{ record, task: 'send', rma, date: sendFrom ?? createdAt.slice(0, 10), isLate: false }];

/** Orders late to-dos first, then by date. */
const compareUrgency = (a: Todo, b: Todo) => Number(b.isLate) - Number(a.isLate) || (a.date < b.date ? -1 : 1);

const { todos: maxTodos, sendReturnDays } = limits.home;

type Collaborators = {
  readonly index: Pick<SearchIndex, 'findBetween'>;
  readonly listRepairs: ReturnType<typeof createRecordPages<RepairIndexRow>>;
  readonly listReturns: ReturnType<typeof createRecordPages<ReturnIndexRow>>;
};

export const createTodoReader = ({ index, listRepairs, listReturns }: Collaborators): TodoReader => {
  const readByDeadline = async (
    { region, storeId }: Owner,
    filter: 'all' | 'send',
    today: CalendarDate,
  ): Promise<{ readonly rows: RepairIndexRow[]; readonly hasMore: boolean }> => {
    const [from, to] = toDueRange(filter, today);
    const { items, hasMore } = await index.findBetween(toSearchOwner('repairs', region, storeId), from, to, maxTodos);
    return { rows: items.map(({ summary }) => repairKind.parseIndexRow(summary)), hasMore };
  };

  const readDue = async (owner: Owner, today: CalendarDate): Promise<Todo[]> => {
    const { rows, hasMore } = await readByDeadline(owner, 'all', today);
    // Fee quotes must be listed even if their deadlines are later than those of the rows above.
    const filter = { state: 'quoted', period: {}, isOldestFirst: true };
    const quotedRows = hasMore ? (await listRepairs(owner, filter, maxTodos)).items : [];
    const rowsById = new Map([...rows, ...quotedRows].map((row) => [row.id, row]));
    return [...rowsById.values()].flatMap((row): Todo[] => {
      const todo = findRepairTodo(row, today);
      return todo ? [{ record: toRepair(row), task: todo.task, date: todo.by, isLate: todo.isLate }] : [];
    });
  };

  const readRepairsToSend = async (owner: Owner, today: CalendarDate): Promise<Todo[]> => {
    const { rows } = await readByDeadline(owner, 'send', today);
    return rows.flatMap((row) => toSendTodo(toRepair(row), row));
  };

  const readReturnsToSend = async (owner: Owner, today: CalendarDate): Promise<Todo[]> => {
    const period = toInstantRange(owner.region, { from: addDays(today, -sendReturnDays) });
    const { items } = await listReturns(owner, { state: 'registered', period, isOldestFirst: true }, maxTodos);
    return items.flatMap((row) => toSendTodo(toReturn(row), row));
  };

  const readWithoutRma = async (owner: Owner, kind: RecordKindName, today: CalendarDate): Promise<Todo[]> => {
    const calendar = calendars[owner.region];
    const period = toInstantRange(owner.region, { to: findLastOverdueBookingDay(today, calendar) });
    const filter = { state: 'submitted', period, isOldestFirst: true };
    const toTodo = (record: NewsRecord, { createdAt }: Pick<RepairIndexRow, 'createdAt'>): Todo => ({
      record,
      task: 'askForRma',
      date: calculateRmaDeadline(toCalendarDate(new Date(createdAt), calendar.timeZone), calendar),
      isLate: true,
    });
    if (kind === 'repairs')
      return (await listRepairs(owner, filter, maxTodos)).items.map((row) => toTodo(toRepair(row), row));
    return (await listReturns(owner, filter, maxTodos)).items.map((row) => toTodo(toReturn(row), row));
  };

  return {
    read: async (owner, kinds, today) => {
      const todos = await Promise.all([
        ...(kinds.includes('repairs') ? [readDue(owner, today), readRepairsToSend(owner, today)] : []),
        ...(kinds.includes('returns') ? [readReturnsToSend(owner, today)] : []),
        ...kinds.map((kind) => readWithoutRma(owner, kind, today)),
      ]);
      return todos.flat().toSorted(compareUrgency);
    },
  };
};
