import { limits } from '#shared/limits.ts';
import { tryStorage } from '#web/browser/memory.ts';

const markName = 'chunkReload';

type Collaborators = { readonly storage: () => Storage; readonly now: () => number; readonly reload: () => void };

/** Loads a chunk. One that fails, as after a deployment, reloads the page, at most once in a while; after that the failure is thrown. */
export const createChunkLoader =
  ({ storage, now, reload }: Collaborators) =>
  async <T>(load: () => Promise<T>): Promise<T> => {
    try {
      return await load();
    } catch (error) {
      // Undefined where nothing can be kept: without a memory one reload would follow another.
      const last = tryStorage(storage, (kept) => Number(kept.getItem(markName) ?? 0));
      if (last === undefined || now() - last < limits.web.chunkReloadSeconds * 1000) throw error;
      storage().setItem(markName, String(now()));
      reload();
      // Until the new document is there nothing more is to happen in this one.
      return new Promise<never>(() => undefined);
    }
  };

/** Every lazy part of the interface is loaded through this. */
export const loadChunk = createChunkLoader({
  storage: () => sessionStorage,
  now: Date.now,
  reload: () => location.reload(),
});
