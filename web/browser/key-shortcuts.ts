import { browserMemory } from './memory.ts';

/** Name under which the browser remembers that the user has switched off shortcuts of a single key. */
export const keyShortcutsName = 'findShortcut';

export const areKeyShortcutsOn = (): boolean => browserMemory.get(keyShortcutsName) !== 'off';

/** Returns whether the target of a key event is a field that takes the key as input. */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox], [type=radio])'));
