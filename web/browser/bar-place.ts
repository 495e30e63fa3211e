import { createStore } from './store.ts';

/** Where the top bar has room for a page's own field; null where there is no bar. Apart from the field, which the bar does without. */
export const barPlace = createStore<HTMLElement | null>(null);

export const takeBarPlace = (element: HTMLElement | null) => barPlace.set(element);
