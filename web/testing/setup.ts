import './renders.ts';
import { format } from 'node:util';
import '@testing-library/jest-dom/vitest';
import { cleanup, configure, getConfig } from '@testing-library/react';
import * as React from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import { regionIds } from '#shared/config/regions.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { alertStore } from '#web/ui/alerts.ts';
import { slowDownKeys } from './key-times.ts';

slowDownKeys();

// The timeout is high, because the first transform of a lazy page takes many seconds on a busy machine.
configure({ asyncUtilTimeout: 60_000 });

// Failed attempts of a wait do not print the document; only the final error does.
const { getElementError } = getConfig();
configure({
  getElementError: (message, container) =>
    Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics')
      ? new Error(message ?? '')
      : getElementError(message, container),
});

/** Observer that never fires, because jsdom has no layout and elements never resize. */
class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.ResizeObserver = NoObserver;

// jsdom has no layout: media queries evaluate the window's width only, and scrolling does nothing.
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
// jsdom does not load fonts.
Object.assign(document, { fonts: { load: () => Promise.resolve([]) } });
// Without layout, every observed element is in view.
class AlwaysInViewObserver extends NoObserver {
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
Object.assign(window, { IntersectionObserver: AlwaysInViewObserver });

// jsdom supports dialog elements but cannot open them.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};

// jsdom hides popovers and cannot open them.
HTMLElement.prototype.hidePopover = function hidePopover() {
  this.style.display = '';
};
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('[popovertarget]') : null;
  const popover =
    button && document.querySelector<HTMLElement>(`#${CSS.escape(button.getAttribute('popovertarget') ?? '')}`);
  if (popover) popover.style.display = popover.style.display === '' ? 'block' : '';
});

// React captures a stack for every element, up to ten thousand per second. That takes a sixth of the time and only adds a
// line to warnings, which fail a test anyway.
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.POSITIVE_INFINITY, set: () => {} });

// Console errors and warnings, including React's, fail the test that writes them.
const consoleMessages: string[] = [];
const recordMessage = (...words: unknown[]) => {
  const text = format(...words);
  // Browsers support this element; jsdom does not.
  if (!text.includes('<search> is unrecognized')) consoleMessages.push(text);
};
beforeEach(() => {
  consoleMessages.length = 0;
  vi.spyOn(console, 'error').mockImplementation(recordMessage);
  vi.spyOn(console, 'warn').mockImplementation(recordMessage);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  // Elements outside the page's root, such as the announcer, would stay for the next test, even one of another file.
  document.body.replaceChildren();
  // Sign out and clear the browser's storage.
  for (const region of regionIds) sessionStore.clear(region);
  sessionStore.resetUsers();
  localStorage.clear();
  sessionStorage.clear();
  alertStore.set([]);
  if (consoleMessages.length > 0) throw new Error(`The page wrote to the console:\n${consoleMessages.join('\n')}`);
});
