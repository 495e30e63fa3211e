import { createStore } from './store.ts';

/**
 * Element of the top bar into which a page renders its own field; null where there is no top bar. It is a separate
 * module so that the bar does not load the field.
 */
export const topBarSlot = createStore<HTMLElement | null>(null);

export const setTopBarSlot = (element: HTMLElement | null) => topBarSlot.set(element);
