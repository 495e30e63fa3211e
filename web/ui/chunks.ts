import { limits } from '#shared/config/limits.ts';
import { loadDocument } from '#web/browser/load-document.ts';
import { tryStorage } from '#web/browser/memory.ts';
import { pingSite } from '#web/data/api.ts';

const markName = 'chunkReload';

/**
 * Loads every lazy part of the interface. If a chunk fails, as after a deployment, loads the document at `targetUrl`
 * (default: the current one), at most once per period; after that, throws the failure. If the site cannot be reached,
 * throws Offline or NoAnswer instead, because another document would not load either.
 */
export const loadChunk = async <T>(load: () => Promise<T>, targetUrl = location.href): Promise<T> => {
  try {
    return await load();
  } catch (error) {
    await pingSite();
    // Undefined without storage: then the reload could repeat forever.
    const lastReload = tryStorage(
      () => sessionStorage,
      (storage) => Number(storage.getItem(markName) ?? 0),
    );
    if (lastReload === undefined || Date.now() - lastReload < limits.web.chunkReloadSeconds * 1000) throw error;
    sessionStorage.setItem(markName, String(Date.now()));
    loadDocument(targetUrl);
    // The new document is about to replace this one.
    return new Promise<never>(() => undefined);
  }
};
