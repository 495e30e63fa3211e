/**
 * Sets a unique key on the history entry that this document opened; a reload keeps it. The router names every such
 * entry "default" and would restore the scroll position of another page.
 */
export const keyHistoryEntry = () => {
  const current: unknown = history.state;
  const state = typeof current === 'object' ? current : null;
  if (state && 'key' in state) return;
  history.replaceState({ ...state, key: crypto.randomUUID() }, '');
};
