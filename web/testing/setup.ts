import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// A lazy page's first transform outlasts the default second.
configure({ asyncUtilTimeout: 10_000 });

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

// jsdom knows dialogs, but not how to open them.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};

afterEach(cleanup);
