import { mapConcurrently } from '#lambdas/aws/concurrency.ts';
import { AppError } from '#shared/errors.ts';
import type { RegionId } from '#shared/regions.ts';
import type { Store } from '#shared/stores.ts';
import type { Actor } from './audit.ts';
import type { StoresStore } from './stores.ts';
import type { UserChangeCollaborators, UserChanges } from './user-changes.ts';
import type { User } from './user-row.ts';
import { userId } from './user-row.ts';

type Collaborators = Pick<UserChangeCollaborators, 'users' | 'now'> &
  Pick<UserChanges, 'event'> & {
    readonly stores: Pick<StoresStore, 'findMeant' | 'removeCreatedBy' | 'rename' | 'isNamed' | 'list'>;
  };

/** Transactions that check one store at once: more of them would only conflict. */
const writesAtOnce = 3;

/** Attempts at renaming a store that other admins are renaming. */
const renameTries = 5;

/** A store's name stands with each of its users, and is the same everywhere. */
export const storeNames = ({ stores, users, now, event }: Collaborators) => {
  /** Writes the name into a user's row, unless the store has been renamed again: that renaming writes its own name. */
  const nameStoreOf = async (actor: Actor, user: User, storeName: string): Promise<void> => {
    if (storeName === user.storeName) return;
    const facts = { before: { storeName: user.storeName }, after: { storeName } };
    await users.noteStoreName(user, storeName, [
      event(user, 'storeChanged', actor, now(), facts),
      stores.isNamed(user.region, { storeId: user.storeId, storeName }),
    ]);
  };

  /** Renames the store that an id means. Of several renamings at once the last one wins. The event is in the history of the admin. Throws NotFound or StoreAmbiguous. */
  const rename = async (
    actor: Actor,
    admin: Pick<User, 'region' | 'sub' | 'email'>,
    { storeId, storeName }: Store,
  ): Promise<Store> => {
    const { region, sub } = admin;
    for (let tries = 1; tries <= renameTries; tries += 1) {
      const known = await stores.findMeant(region, storeId);
      if (!known) throw new AppError('NotFound');
      const store = { storeId: known.storeId, storeName };
      if (known.storeName === storeName) return store;
      const renamed = event({ ...admin, id: userId(region, sub) }, 'storeRenamed', actor, now(), {
        before: { storeName: known.storeName },
        after: store,
      });
      if (await stores.rename(region, store, known.storeName, renamed)) return store;
    }
    throw new AppError('ServiceUnavailable');
  };

  return {
    /** Returns the store with its new name. Whoever is missed gets it from the reconciliation. Throws NotFound or StoreAmbiguous. */
    renameStore: async (actor: Actor, admin: Pick<User, 'region' | 'sub' | 'email'>, wanted: Store): Promise<Store> => {
      const store = await rename(actor, admin, wanted);
      const { region } = admin;
      for await (const page of users.ofStore(region, store.storeId))
        await mapConcurrently(writesAtOnce, page, async ({ sub }) => {
          // The index may be behind a renaming of a moment ago.
          const user = await users.get(region, sub);
          if (user?.storeId === store.storeId) await nameStoreOf(actor, user, store.storeName);
        });
      return store;
    },

    /** Removes a store that a job has created, if nobody belongs to it. What was booked for it stays. */
    removeUnusedStore: async (region: RegionId, storeId: string, jobId: string): Promise<void> => {
      for await (const page of users.ofStore(region, storeId))
        for (const { sub } of page) {
          // The index may not know yet who has left.
          const user = await users.get(region, sub);
          if (user?.storeId === storeId) return;
        }
      await stores.removeCreatedBy(region, storeId, jobId);
    },

    settleStoreNames: async (actor: Actor, region: RegionId, rows: readonly User[]): Promise<void> => {
      const names = new Map((await stores.list(region)).map(({ storeId, storeName }) => [storeId, storeName]));
      await mapConcurrently(writesAtOnce, rows, (user) =>
        nameStoreOf(actor, user, names.get(user.storeId) ?? user.storeName),
      );
    },
  };
};
