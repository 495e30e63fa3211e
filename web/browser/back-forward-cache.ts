/**
 * Reloads a document that the browser restores from its back-forward cache, which may show data or input of another
 * user. It is hidden from the moment it is left, because the browser shows it until the new one has arrived.
 */
export const reloadWhenRestored = () => {
  addEventListener('pagehide', ({ persisted }) => {
    if (persisted) document.documentElement.hidden = true;
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
};
