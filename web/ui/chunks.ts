import { limits } from '#shared/config/limits.ts';
import { loadDocument } from '#web/browser/load-document.ts';
import { tryStorage } from '#web/browser/memory.ts';
import { pingSite } from '#web/data/api.ts';

const markName = 'chunkReload';

/**
 * Loads a lazy part of the interface. If its chunk fails to load, for example after a deployment, loads the document at
 * `targetUrl` (default: the current one), but at most once per period; within the period, throws the failure. If the site
 * cannot be reached, throws Offline or NoAnswer, because another document would not load either.
 */
export const loadChunk = async <T>(load: () => Promise<T>, targetUrl = location.href): Promise<T> => {
  try {
    return await load();
  } catch (error) {
    await pingSite();
    // Undefined without storage, because then the document could reload forever.
    const lastReloadTime = tryStorage(
      () => sessionStorage,
      (storage) => Number(storage.getItem(markName) ?? 0),
    );
    if (lastReloadTime === undefined || Date.now() - lastReloadTime < limits.web.chunkReloadSeconds * 1000) throw error;
    sessionStorage.setItem(markName, String(Date.now()));
    loadDocument(targetUrl);
    // The promise stays pending, because the new document is about to replace this one.
    return new Promise<never>(() => undefined);
  }
};
