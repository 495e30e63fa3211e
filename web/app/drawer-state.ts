import { useSyncExternalStore } from 'react';
import { limits } from '#shared/limits.ts';
import { useIsWide } from '#web/browser/narrow.ts';
import { createStore } from '#web/browser/store.ts';

/** What the user chose; kept while the document lives. */
const choice = createStore<boolean | undefined>(undefined);

/** Open in wide windows unless the user chose otherwise. */
export const useDrawer = () => {
  const isWide = useIsWide(limits.web.drawerOpenFromPixels);
  const chosen = useSyncExternalStore(choice.subscribe, choice.get);
  return { isOpen: chosen ?? isWide, setOpen: (isOpen: boolean) => choice.set(isOpen) };
};
