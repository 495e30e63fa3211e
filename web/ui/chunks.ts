import { limits } from '#shared/limits.ts';
import { loadDocument } from '#web/browser/load-document.ts';
import { tryStorage } from '#web/browser/memory.ts';
import { reachSite } from '#web/data/api.ts';

const markName = 'chunkReload';

/**
 * Every lazy part of the interface is loaded through this. One that fails, as after a deployment, loads a document, at most once in a
 * while: that of `wanted` where the chunk is for an address that isn't yet the page's own. After that the failure is thrown. Where the
 * site can't be reached that is thrown instead: another document would not come either, and this one can still say so.
 */
export const loadChunk = async <T>(load: () => Promise<T>, wanted = location.href): Promise<T> => {
  try {
    return await load();
  } catch (error) {
    await reachSite();
    // Undefined where nothing can be kept: without a memory one reload would follow another.
    const last = tryStorage(
      () => sessionStorage,
      (kept) => Number(kept.getItem(markName) ?? 0),
    );
    if (last === undefined || Date.now() - last < limits.web.chunkReloadSeconds * 1000) throw error;
    sessionStorage.setItem(markName, String(Date.now()));
    loadDocument(wanted);
    // Until the new document is there nothing more is to happen in this one.
    return new Promise<never>(() => undefined);
  }
};
