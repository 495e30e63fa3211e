/**
 * Reloads a document that the browser restores from its back-forward cache, which may show data or input of another
 * user. Hides the document when the user leaves it, because the browser would show it until the reload has finished.
 */
export const reloadWhenRestored = () => {
  addEventListener('pagehide', ({ persisted }) => {
    if (persisted) document.documentElement.hidden = true;
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
};
