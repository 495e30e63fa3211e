import { useSyncExternalStore } from 'react';
import { stores } from '#shared/api/routes/stores.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { News, NewsEntry } from '#shared/news/news.ts';
import { createStore } from '#web/browser/store.ts';
import { backgroundCall, call } from '#web/data/api.ts';
import type { Call } from '#web/data/api.ts';

type NewsState = {
  /** News since the user last looked; undefined while they are loading. */
  readonly unseen: News | undefined;
  readonly hasFailed: boolean;
  /** News that the user has looked at since this document was loaded. */
  readonly seen: readonly NewsEntry[];
};

const initialState: NewsState = { unseen: undefined, hasFailed: false, seen: [] };

const store = createStore(initialState);

/** User whose news the store holds, and the number of changes of what they have seen. */
let owner = '';
let looks = 0;

const receive = async (region: RegionId, request: Call): Promise<boolean> => {
  const looksBefore = looks;
  const ownerBefore = owner;
  const unseen = await request(stores.showNews, { region });
  // A response from before the user looked would count the same news again.
  if (looks !== looksBefore || owner !== ownerBefore) return false;
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
  await receive(user.region, call).catch(() => store.set({ ...store.get(), hasFailed: true }));
};

/** Loads the news in the background. Resolves to whether they have changed, and rejects without a response. */
export const refreshNews = (region: RegionId): Promise<boolean> => receive(region, backgroundCall);

const withoutEntries = (entries: readonly NewsEntry[], excluded: readonly NewsEntry[]) =>
  entries.filter(({ id }) => !excluded.some((entry) => entry.id === id));

/** Notes on the server that the user has looked at the news. They stay listed in this document. */
export const markNewsSeen = async (region: RegionId): Promise<void> => {
  const { unseen } = store.get();
  if (!unseen || unseen.items.length === 0) return;
  await call(stores.markNewsSeen, { region, ...unseen.marks });
  looks += 1;
  const { seen } = store.get();
  store.set({
    unseen: { ...unseen, items: [], hasMore: false },
    hasFailed: false,
    seen: [...unseen.items, ...withoutEntries(seen, unseen.items)],
  });
};

export const useNews = (): NewsState => useSyncExternalStore(store.subscribe, store.get);

/** Lists the news of this document, those that the user has not looked at first. */
export const listNews = ({ unseen, seen }: NewsState): readonly NewsEntry[] => {
  const items = unseen?.items ?? [];
  return [...items, ...withoutEntries(seen, items)];
};

/** Returns the number of the bell, such as 3 or 99+; undefined while it is loading. */
export const newsCountText = ({ unseen }: NewsState): string | undefined =>
  unseen && `${unseen.items.length}${unseen.hasMore ? '+' : ''}`;

/** Id of the popover with the news, which buttons open. */
export const newsPanelId = 'news';
