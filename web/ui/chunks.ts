import { limits } from '#shared/limits.ts';

const markName = 'chunkReload';

type Collaborators = { readonly storage: () => Storage; readonly now: () => number; readonly reload: () => void };

/** Loads a chunk. One that fails, as after a deployment, reloads the page, at most once in a while; after that the failure is thrown (acceptance, A12). */
export const createChunkLoader =
  ({ storage, now, reload }: Collaborators) =>
  async <T>(load: () => Promise<T>): Promise<T> => {
    try {
      return await load();
    } catch (error) {
      const last = readMark(storage);
      if (last === undefined || now() - last < limits.web.chunkReloadSeconds * 1000) throw error;
      storage().setItem(markName, String(now()));
      reload();
      // Until the new document is there nothing more is to happen in this one.
      return new Promise<never>(() => undefined);
    }
  };

/** Undefined where nothing can be kept: without a memory one reload would follow another. */
const readMark = (storage: () => Storage) => {
  try {
    return Number(storage().getItem(markName) ?? 0);
  } catch {
    return undefined;
  }
};

/** Every lazy part of the interface is loaded through this. */
export const loadChunk = createChunkLoader({
  storage: () => sessionStorage,
  now: Date.now,
  reload: () => location.reload(),
});
