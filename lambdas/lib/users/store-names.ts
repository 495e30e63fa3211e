import { mapConcurrently } from '#lambdas/lib/aws/concurrency.ts';
import { AppError } from '#shared/api/errors.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { Store } from '#shared/stores/stores.ts';
import type { Actor } from './audit.ts';
import type { ChangeCollaborators, ChangeSteps } from './change-steps.ts';
import type { StoresStore } from './stores.ts';
import type { User } from './user-row.ts';
import { toUserId } from './user-row.ts';

type Collaborators = Pick<ChangeCollaborators, 'users' | 'now'> & {
  readonly stores: Pick<StoresStore, 'findMatching' | 'removeCreatedBy' | 'rename' | 'buildNameCheck' | 'list'>;
  readonly createEvent: ChangeSteps['createEvent'];
};

/** Number of concurrent transactions that check the same store; with more, most would conflict with each other. */
const concurrentWrites = 3;

/** Maximum number of attempts to rename a store that other admins are renaming. */
const maxRenameAttempts = 5;

/** Keeps a store's name the same in the stores table and in the rows of its users. */
export type StoreNames = {
  /** Renames a store and updates its users' rows; the reconciliation updates rows that were missed. Returns the store with its new name. Throws NotFound or StoreAmbiguous. */
  readonly renameStore: (actor: Actor, admin: Pick<User, 'region' | 'sub' | 'email'>, input: Store) => Promise<Store>;
  /** Removes a store that a job has created, if it has no users. Records booked for it are kept. */
  readonly removeUnusedStore: (region: RegionId, storeId: string, jobId: string) => Promise<void>;
  /** Writes the current store names to the rows of users that a renaming has missed. */
  readonly repairStoreNames: (actor: Actor, region: RegionId, rows: readonly User[]) => Promise<void>;
};

export const createStoreNames = ({ stores, users, now, createEvent }: Collaborators): StoreNames => {
  /** Writes the name to a user's row, unless the store has been renamed again; that renaming writes its own name. */
  const updateStoreName = async (actor: Actor, user: User, storeName: string): Promise<void> => {
    if (storeName === user.storeName) return;
    const facts = { before: { storeName: user.storeName }, after: { storeName } };
    await users.updateStoreName(user, storeName, [
      createEvent(user, 'storeChanged', actor, now(), facts),
      stores.buildNameCheck(user.region, { storeId: user.storeId, storeName }),
    ]);
  };

  /** Renames the store that matches an id. The last of several concurrent renamings wins. The event is part of the admin's history. Throws NotFound or StoreAmbiguous. */
  const renameInTable = async (
    actor: Actor,
    admin: Pick<User, 'region' | 'sub' | 'email'>,
    { storeId, storeName }: Store,
  ): Promise<Store> => {
    const { region, sub } = admin;
    for (let tries = 1; tries <= maxRenameAttempts; tries += 1) {
      const currentStore = await stores.findMatching(region, storeId);
      if (!currentStore) throw new AppError('NotFound');
      const store = { storeId: currentStore.storeId, storeName };
      if (currentStore.storeName === storeName) return store;
      const renameEvent = createEvent({ ...admin, id: toUserId(region, sub) }, 'storeRenamed', actor, now(), {
        before: { storeName: currentStore.storeName },
        after: store,
      });
      if (await stores.rename(region, store, currentStore.storeName, renameEvent)) return store;
    }
    throw new AppError('ServiceUnavailable');
  };

  return {
    renameStore: async (actor: Actor, admin: Pick<User, 'region' | 'sub' | 'email'>, input: Store): Promise<Store> => {
      const store = await renameInTable(actor, admin, input);
      const { region } = admin;
      for await (const page of users.listByStore(region, store.storeId))
        await mapConcurrently(concurrentWrites, page, async ({ sub }) => {
          // The index is eventually consistent.
          const user = await users.get(region, sub);
          if (user?.storeId === store.storeId) await updateStoreName(actor, user, store.storeName);
        });
      return store;
    },

    removeUnusedStore: async (region: RegionId, storeId: string, jobId: string): Promise<void> => {
      for await (const page of users.listByStore(region, storeId))
        for (const { sub } of page) {
          // The index may still list users who have moved to another store.
          const user = await users.get(region, sub);
          if (user?.storeId === storeId) return;
        }
      await stores.removeCreatedBy(region, storeId, jobId);
    },

    repairStoreNames: async (actor: Actor, region: RegionId, rows: readonly User[]): Promise<void> => {
      const names = new Map((await stores.list(region)).map(({ storeId, storeName }) => [storeId, storeName]));
      await mapConcurrently(concurrentWrites, rows, (user) =>
        updateStoreName(actor, user, names.get(user.storeId) ?? user.storeName),
      );
    },
  };
};
