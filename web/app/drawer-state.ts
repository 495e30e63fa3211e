import { useSyncExternalStore } from 'react';
import { limits } from '#shared/limits.ts';
import { createStore } from '#web/browser/store.ts';

/** What the user chose; kept while the document lives. */
const choice = createStore<boolean | undefined>(undefined);

const wide = () => window.matchMedia(`(min-width: ${limits.web.drawerOpenFromPixels}px)`);

const followWidth = (listener: () => void) => {
  const query = wide();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

/** Open in wide windows unless the user chose otherwise. */
export const useDrawer = () => {
  const isWide = useSyncExternalStore(followWidth, () => wide().matches);
  const chosen = useSyncExternalStore(choice.subscribe, choice.get);
  return { isOpen: chosen ?? isWide, setOpen: (isOpen: boolean) => choice.set(isOpen) };
};
