/**
 * Downloads the files of the page that follows while the password is typed. The document lists their addresses, and the
 * browser keeps the files, without running them.
 */
export const prefetchNextPage = () => {
  const files = document.querySelector<HTMLTemplateElement>('#next-files')?.content.textContent.trim();
  if (!files) return;
  const listening = new AbortController();
  const start = ({ target }: Event) => {
    if (!(target instanceof HTMLInputElement && target.name === 'password')) return;
    listening.abort();
    for (const path of files.split(' '))
      // The next page requests again what could not be downloaded.
      fetch(path, { credentials: 'same-origin', priority: 'low' })
        .then((response) => response.arrayBuffer())
        .catch(() => undefined);
  };
  // Not on focus: a page that focuses the field when it opens still needs the connection for its own files.
  document.addEventListener('input', start, { signal: listening.signal });
};
