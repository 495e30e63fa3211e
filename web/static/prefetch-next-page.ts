/**
 * Downloads the files of the page that follows while the password is typed. The document lists their paths, and the
 * browser keeps the files, without running them.
 */
export const prefetchNextPage = () => {
  const files = document.querySelector<HTMLTemplateElement>('#next-files')?.content.textContent.trim();
  if (!files) return;
  const listenerController = new AbortController();
  const start = ({ target }: Event) => {
    if (!(target instanceof HTMLInputElement && target.name === 'password')) return;
    listenerController.abort();
    for (const path of files.split(' '))
      // The next page requests again what could not be downloaded.
      fetch(path, { credentials: 'same-origin', priority: 'low' })
        .then((response) => response.arrayBuffer())
        .catch(() => undefined);
  };
  // The download starts on input, not on focus, because a page that focuses the field when it opens still needs the
  // connection for its own files.
  document.addEventListener('input', start, { signal: listenerController.signal });
};
