import { mapConcurrently } from '#lambdas/aws/concurrency.ts';
import type { RegionId } from '#shared/regions.ts';
import type { Store } from '#shared/stores.ts';
import type { Actor } from './audit.ts';
import type { StoresStore } from './stores.ts';
import type { UserChangeCollaborators, UserChanges } from './user-changes.ts';
import type { User } from './user-row.ts';

type Collaborators = Pick<UserChangeCollaborators, 'users' | 'now'> &
  Pick<UserChanges, 'event'> & { readonly stores: Pick<StoresStore, 'rename' | 'list'> };

/** A store's name stands with each of its users, and is the same everywhere. */
export const storeNames = ({ stores, users, now, event }: Collaborators) => {
  const nameStoreOf = (actor: Actor, rows: readonly User[], nameOf: (storeId: string) => string | undefined) =>
    mapConcurrently(10, rows, async (user) => {
      const storeName = nameOf(user.storeId) ?? user.storeName;
      if (storeName === user.storeName) return;
      const facts = { before: { storeName: user.storeName }, after: { storeName } };
      await users.noteStoreName(user, storeName, event(user, 'storeChanged', actor, now(), facts));
    });

  return {
    /** Whoever is missed gets it from the reconciliation. Throws NotFound. */
    renameStore: async (actor: Actor, region: RegionId, store: Store): Promise<void> => {
      await stores.rename(region, store);
      for await (const page of users.ofStore(region, store.storeId))
        await nameStoreOf(actor, page, () => store.storeName);
    },

    settleStoreNames: async (actor: Actor, region: RegionId, rows: readonly User[]): Promise<void> => {
      const names = new Map((await stores.list(region)).map(({ storeId, storeName }) => [storeId, storeName]));
      await nameStoreOf(actor, rows, (storeId) => names.get(storeId));
    },
  };
};
