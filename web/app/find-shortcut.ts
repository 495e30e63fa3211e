import { useSyncExternalStore } from 'react';
import { browserMemory } from '#web/browser/memory.ts';
import { createStore } from '#web/browser/store.ts';

const name = 'findShortcut';
const isOn = createStore(browserMemory.get(name) !== 'off');

export const findShortcut = {
  useIsOn: () => useSyncExternalStore(isOn.subscribe, isOn.get),
  turn: (on: boolean) => {
    isOn.set(on);
    if (on) browserMemory.remove(name);
    else browserMemory.set(name, 'off');
  },
};
