import { limits } from '#shared/limits.ts';
import { loadDocument } from '#web/browser/load-document.ts';
import { tryStorage } from '#web/browser/memory.ts';
import { reachSite } from '#web/data/api.ts';

const markName = 'chunkReload';

type Collaborators = {
  readonly storage: () => Storage;
  readonly now: () => number;
  /** Throws where the site can't be reached. */
  readonly reach: () => Promise<unknown>;
  /** Loads a document anew: that of an address, or the one that is shown. */
  readonly loadAnew: (address?: string) => void;
};

/**
 * Loads a chunk. One that fails, as after a deployment, loads the document anew, at most once in a while; after that the failure is
 * thrown. Where the site can't be reached that is thrown instead: another document would not come either, and this one can still
 * say so. `wanted` is the address that the chunk is for, where that isn't yet the page's own.
 */
export const createChunkLoader =
  ({ storage, now, reach, loadAnew }: Collaborators) =>
  async <T>(load: () => Promise<T>, wanted?: string): Promise<T> => {
    try {
      return await load();
    } catch (error) {
      await reach();
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
  reach: reachSite,
  loadAnew: (address = location.href) => loadDocument(address),
});
