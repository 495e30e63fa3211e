import { announceArrival } from './arrival.ts';

/** Loads another document, or this one anew. Only the content policy of the pages that ask for a tick lets the captcha provider in, so the ways to them and away from them are document loads. */
export const loadDocument = (path: string) => {
  announceArrival();
  // To assign the address that is shown would be a jump within the page where it has a fragment.
  if (new URL(path, location.href).href === location.href) location.reload();
  else location.assign(path);
};
