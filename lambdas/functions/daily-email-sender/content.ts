import type { Subscription } from '#lambdas/lib/daily-email/subscriptions.ts';
import { toCaller } from '#lambdas/lib/http/caller.ts';
import type { GroupSettings } from '#lambdas/lib/http/caller.ts';
import type { NewsReader } from '#lambdas/lib/news/news-reader.ts';
import type { StoresStore } from '#lambdas/lib/users/stores.ts';
import type { User } from '#lambdas/lib/users/user-row.ts';
import { belongsTo, isAdmin, isInAudience, canRegisterReturns, repairsAudience } from '#shared/api/policies.ts';
import type { RegionSettings } from '#shared/config/env.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { CalendarDate } from '#shared/dates/dates.ts';
import type { NewsEntry, NewsMarks } from '#shared/news/news.ts';
import type { RecordKindName } from '#shared/records/record.ts';
import type { Store } from '#shared/stores/stores.ts';
import type { Todo, TodoReader } from './todo-reader.ts';

/** Content of a daily email: overdue to-dos, other to-dos, and news with the latest first. `marks` are the times of the latest reports that it contains, to be recorded once the email is sent. */
export type DailyContent = {
  readonly store: Store;
  readonly overdue: readonly Todo[];
  readonly todos: readonly Todo[];
  readonly news: readonly NewsEntry[];
  readonly marks: NewsMarks;
};

export type ContentCollaborators = GroupSettings & {
  readonly todos: TodoReader;
  readonly news: NewsReader;
  readonly stores: Pick<StoresStore, 'find'>;
  readonly settings: Readonly<Record<RegionId, Pick<RegionSettings, 'returnsAvailable'>>>;
};

/** Returns the store and the kinds of records that a user's current rights allow, or undefined if they allow none. */
const findScope = (
  user: User,
  { storeId: chosenStoreId }: Pick<Subscription, 'storeId'>,
  { settings, ...groups }: Pick<ContentCollaborators, 'settings' | keyof GroupSettings>,
): { readonly storeId: string; readonly kinds: readonly RecordKindName[] } | undefined => {
  if (!user.enabled) return undefined;
  // There is no session that shows whether a code was given, so an admin with a second factor counts as verified.
  const caller = toCaller(user, { hasSecondFactor: user.secondFactor }, { exp: 0 }, groups);
  if (!belongsTo(caller, user.region)) return undefined;
  const kinds = [
    ...(isInAudience(caller, repairsAudience) ? (['repairs'] as const) : []),
    ...(canRegisterReturns(caller, settings[user.region]) ? (['returns'] as const) : []),
  ];
  const storeId = isAdmin(caller) ? (chosenStoreId ?? caller.storeId) : caller.storeId;
  return kinds.length === 0 || storeId === '' ? undefined : { storeId, kinds };
};

/** Creates a function that returns the content of a user's email for a day, limited by their current rights, or undefined if it would be empty. */
export const createContentReader =
  ({ todos: todoReader, news: newsReader, stores, ...settings }: ContentCollaborators) =>
  async (user: User, subscription: Subscription, day: CalendarDate, now: Date): Promise<DailyContent | undefined> => {
    const scope = findScope(user, subscription, settings);
    if (!scope) return undefined;
    const { region } = user;
    const owner = { region, storeId: scope.storeId };
    const store = await stores.find(region, scope.storeId);
    if (!store) return undefined;
    const { repairs, returns } = subscription;
    const [todos, { items, marks }] = await Promise.all([
      todoReader.read(owner, scope.kinds, day),
      newsReader.readStore(owner, scope.kinds, { repairs, returns, day }, now),
    ]);
    // The email lists overdue to-dos separately, so an entry that only reports a passed deadline is left out.
    const news = items.filter((entry) => entry.news.some((kind) => kind !== 'deadlinePassed'));
    if (todos.length + news.length === 0) return undefined;
    return {
      store,
      overdue: todos.filter(({ isLate }) => isLate),
      todos: todos.filter(({ isLate }) => !isLate),
      news,
      marks,
    };
  };
