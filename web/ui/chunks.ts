import { limits } from '#shared/limits.ts';
import { loadDocument } from '#web/browser/load-document.ts';
import { tryStorage } from '#web/browser/memory.ts';

const markName = 'chunkReload';

type Collaborators = {
  readonly storage: () => Storage;
  readonly now: () => number;
  /** Loads a document anew: that of an address, or the one that is shown. */
  readonly loadAnew: (address?: string) => void;
};

/**
 * Loads a chunk. One that fails, as after a deployment, loads the document anew, at most once in a while; after that the failure is
 * thrown. `wanted` is the address that the chunk is for, where that isn't yet the page's own.
 */
export const createChunkLoader =
  ({ storage, now, loadAnew }: Collaborators) =>
  async <T>(load: () => Promise<T>, wanted?: string): Promise<T> => {
    try {
      return await load();
    } catch (error) {
      // Undefined where nothing can be kept: without a memory one reload would follow another.
      const last = tryStorage(storage, (kept) => Number(kept.getItem(markName) ?? 0));
      if (last === undefined || now() - last < limits.web.chunkReloadSeconds * 1000) throw error;
      storage().setItem(markName, String(now()));
      loadAnew(wanted);
      // Until the new document is there nothing more is to happen in this one.
      return new Promise<never>(() => undefined);
    }
  };

/** Every lazy part of the interface is loaded through this. */
export const loadChunk = createChunkLoader({
  storage: () => sessionStorage,
  now: Date.now,
  loadAnew: (address = location.href) => loadDocument(address),
});
