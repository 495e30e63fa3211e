import { useState } from 'react';
import { browserMemory, ownName } from '#web/browser/memory.ts';
import { useSession } from '#web/session/session-store.ts';
import type { RememberedList } from './remembered-list.ts';
import { readRemembered } from './remembered-list.ts';

/** How this user likes this list, over visits. */
export const useRememberedList = (list: string) => {
  const session = useSession();
  const name = session && ownName(`list.${list}`, session);
  const read = () => readRemembered(name && browserMemory.get(name));
  const [own, setOwn] = useState(() => ({ name, value: read() }));
  if (own.name !== name) setOwn({ name, value: read() });

  const remember = (changes: RememberedList) => {
    const value = { ...own.value, ...changes };
    setOwn({ name, value });
    if (name !== undefined) browserMemory.set(name, JSON.stringify(value));
  };
  return [own.value, remember] as const;
};
