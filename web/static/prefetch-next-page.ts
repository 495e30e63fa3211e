/** Prefetches a document with a speculation rule, because a browser would validate one that a link has prefetched. */
const prefetchDocument = (path: string) => {
  const rules = document.createElement('script');
  rules.type = 'speculationrules';
  rules.textContent = JSON.stringify({ prefetch: [{ source: 'list', urls: [path], eagerness: 'immediate' }] });
  document.head.append(rules);
};

/**
 * Downloads the document of the page that follows and its files while the password is typed. The document of the
 * sign-in page lists the files; the browser keeps all, without running anything.
 */
export const prefetchNextPage = (nextPath: string) => {
  const files = document.querySelector<HTMLTemplateElement>('#next-files')?.content.textContent.trim();
  if (!files) return;
  const listenerController = new AbortController();
  const start = ({ target }: Event) => {
    if (!(target instanceof HTMLInputElement && target.name === 'password')) return;
    listenerController.abort();
    prefetchDocument(nextPath);
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
