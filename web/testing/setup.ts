import './renders.ts';
import { format } from 'node:util';
import '@testing-library/jest-dom/vitest';
import { cleanup, configure, getConfig } from '@testing-library/react';
import * as React from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import { regionIds } from '#shared/regions.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { alertStore } from '#web/ui/alerts.ts';

// A bound for what never comes: on a busy machine a lazy page's first transform takes many seconds.
configure({ asyncUtilTimeout: 60_000 });

// While something is awaited every miss would print the document, and nobody reads it: the last one does.
const { getElementError } = getConfig();
configure({
  getElementError: (message, container) =>
    Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics')
      ? new Error(message ?? '')
      : getElementError(message, container),
});

/** Nothing is laid out here, so nothing changes its size. */
class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.ResizeObserver = NoObserver;

// jsdom lays nothing out: media queries are answered by the window's width alone, and there is nothing to scroll.
window.matchMedia = (query) => {
  const minimum = Number(/min-width: (\d+)px/.exec(query)?.[1] ?? Number.POSITIVE_INFINITY);
  return Object.assign(new EventTarget(), {
    matches: window.innerWidth >= minimum,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });
};
window.scrollTo = () => undefined;
// Nor does it set type.
Object.assign(document, { fonts: { load: () => Promise.resolve([]) } });
// So nothing is out of view.
class InView extends NoObserver {
  readonly #callback: IntersectionObserverCallback;
  constructor(callback: IntersectionObserverCallback) {
    super();
    this.#callback = callback;
  }
  override observe(target?: Element) {
    const boundingClientRect = target?.getBoundingClientRect();
    const entry = { isIntersecting: true, target, boundingClientRect } as IntersectionObserverEntry;
    queueMicrotask(() => this.#callback([entry], this as never));
  }
}
Object.assign(window, { IntersectionObserver: InView });

// jsdom knows dialogs, but not how to open them.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};

// Nor popovers, which it hides.
HTMLElement.prototype.hidePopover = function hidePopover() {
  this.style.display = '';
};
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('[popovertarget]') : null;
  const popover =
    button && document.querySelector<HTMLElement>(`#${CSS.escape(button.getAttribute('popovertarget') ?? '')}`);
  if (popover) popover.style.display = popover.style.display === '' ? 'block' : '';
});

// Of every element React keeps the stack in which it was made, until it has counted ten thousand of a second: a sixth of all
// time, for a line more in warnings that fail a test anyway.
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.POSITIVE_INFINITY, set: () => {} });

// React's warnings and the page's own errors are failures of the test in which they are written.
const written: string[] = [];
const note = (...words: unknown[]) => {
  const text = format(...words);
  // Browsers know this element; jsdom does not.
  if (!text.includes('<search> is unrecognized')) written.push(text);
};
beforeEach(() => {
  written.length = 0;
  vi.spyOn(console, 'error').mockImplementation(note);
  vi.spyOn(console, 'warn').mockImplementation(note);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  // What was announced stands beside the page, and would be found by the next test.
  document.querySelector('[data-announcer]')?.remove();
  // Nor does it find anybody signed in, or what a browser keeps.
  for (const region of regionIds) sessionStore.clear(region);
  sessionStore.forgetUsers();
  localStorage.clear();
  sessionStorage.clear();
  alertStore.set([]);
  if (written.length > 0) throw new Error(`The page wrote to the console:\n${written.join('\n')}`);
});
