/** Gives the history entry that this document opened a key of its own. The router calls every such entry "default", and would restore the scroll position of another page. A reload keeps the key. */
export const keyHistoryEntry = () => {
  const state: unknown = history.state;
  const known = typeof state === 'object' ? state : null;
  if (known && 'key' in known) return;
  history.replaceState({ ...known, key: crypto.randomUUID() }, '');
};
