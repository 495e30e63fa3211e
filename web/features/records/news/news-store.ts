import { useSyncExternalStore } from 'react';
import { stores } from '#shared/api/routes/stores.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { News, NewsEntry } from '#shared/news/news.ts';
import { createStore } from '#web/browser/store.ts';
import { backgroundCall, call } from '#web/data/api.ts';
import type { Call } from '#web/data/api.ts';

type NewsState = {
  /** News that the user has not seen yet; undefined while they are loading. */
  readonly unseen: News | undefined;
  readonly hasFailed: boolean;
  /** News that the user has seen since this document was loaded. */
  readonly seen: readonly NewsEntry[];
};

const initialState: NewsState = { unseen: undefined, hasFailed: false, seen: [] };

const store = createStore(initialState);

/** Region and email of the user whose news the store holds. */
let owner = '';
/** Number of times that the news were marked as seen. */
let markSeenCount = 0;

/** Requests the news and stores them. Resolves to whether they have changed. */
const requestNews = async (region: RegionId, request: Call): Promise<boolean> => {
  const initialMarkSeenCount = markSeenCount;
  const initialOwner = owner;
  const unseen = await request(stores.showNews, { region });
  // A response is ignored if the news were marked as seen since the request, or if another user has signed in.
  if (markSeenCount !== initialMarkSeenCount || owner !== initialOwner) return false;
  const isChanged = JSON.stringify(unseen.items) !== JSON.stringify(store.get().unseen?.items);
  store.set({ ...store.get(), unseen, hasFailed: false });
  return isChanged;
};

/** Loads the news of a user who has signed in; keeps those that are loaded already. */
export const loadNews = async (user: { readonly region: RegionId; readonly email: string }): Promise<void> => {
  const name = `${user.region} ${user.email}`;
  if (name === owner && store.get().unseen) return;
  owner = name;
  store.set(initialState);
  await requestNews(user.region, call).catch(() => store.set({ ...store.get(), hasFailed: true }));
};

/** Loads the news in the background. Resolves to whether they have changed, and rejects without a response. */
export const refreshNews = (region: RegionId): Promise<boolean> => requestNews(region, backgroundCall);

const excludeEntries = (entries: readonly NewsEntry[], excluded: readonly NewsEntry[]) =>
  entries.filter(({ id }) => !excluded.some((entry) => entry.id === id));

/** Marks the loaded news as seen on the server. They stay listed until the document is left. */
export const markNewsSeen = async (region: RegionId): Promise<void> => {
  const { unseen } = store.get();
  if (!unseen || unseen.items.length === 0) return;
  await call(stores.markNewsSeen, { region, ...unseen.marks });
  markSeenCount += 1;
  const { seen } = store.get();
  store.set({
    unseen: { ...unseen, items: [], hasMore: false },
    hasFailed: false,
    seen: [...unseen.items, ...excludeEntries(seen, unseen.items)],
  });
};

export const useNews = (): NewsState => useSyncExternalStore(store.subscribe, store.get);

/** Returns the news to list: the unseen ones, then those seen since this document was loaded. */
export const listNews = ({ unseen, seen }: NewsState): readonly NewsEntry[] => {
  const items = unseen?.items ?? [];
  return [...items, ...excludeEntries(seen, items)];
};

/** Returns the number of unseen news, such as 3 or 99+; undefined while they are loading. */
export const newsCountText = ({ unseen }: NewsState): string | undefined =>
  unseen && `${unseen.items.length}${unseen.hasMore ? '+' : ''}`;

/** Id of the popover with the news, which buttons open. */
export const newsPanelId = 'news';
