/** Loads another document, or this one anew. Only the sign-in page's content policy lets the captcha provider in, so the way to it and away from it is a document load. */
export const loadDocument = (path: string) => {
  if (new URL(path, location.href).href === location.href) location.reload();
  else location.assign(path);
};
