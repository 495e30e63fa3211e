import { createStore } from './store.ts';

/**
 * Element of the top bar into which the home page renders its search field; null where there is no top bar. This is a
 * separate module so that the top bar does not load the search field.
 */
export const topBarSlot = createStore<HTMLElement | null>(null);

export const setTopBarSlot = (element: HTMLElement | null) => topBarSlot.set(element);
