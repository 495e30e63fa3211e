import { markPortalNavigation } from './navigation-mark.ts';

/**
 * Loads another document, or reloads this one. Navigation to and from pages with a captcha must be a document load,
 * because only their content security policy allows the captcha provider.
 */
export const loadDocument = (path: string) => {
  markPortalNavigation();
  // Assigning the current URL would only scroll within the page if it has a fragment.
  if (new URL(path, location.href).href === location.href) location.reload();
  else location.assign(path);
};

/** Loads another document and replaces the current history entry. */
export const replaceDocument = (path: string) => {
  markPortalNavigation();
  location.replace(path);
};
