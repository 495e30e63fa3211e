import { toPathSuffix } from '#shared/api/paths.ts';
import type { Place } from '#shared/api/paths.ts';
import { findLoginNotices } from '#web/features/auth/login-notices.ts';
import { parseLinkFragment } from '#web/session/link-fragment.ts';
import { hasRememberedEmail, readRememberedEmail } from '#web/session/remembered-email.ts';
import { showParts } from './prepare-document.ts';

/**
 * Fills in the email of the link, or the one remembered in this tab. Hydration would fill it in, too, but later, when
 * the user may be typing one.
 */
const fillInEmail = ({ region }: Place) => {
  const field = document.querySelector<HTMLInputElement>('[data-prerendered] input[name=email]');
  const email = parseLinkFragment(location.hash)['email'] ?? readRememberedEmail(region);
  if (!field || email === undefined) return;
  field.value = email;
  if (!field.checkValidity()) field.value = '';
};

/** Shows the parts of a sign-in page that apply to this visit. */
export const showOptionalParts = (place: Place) => {
  showParts(findLoginNotices(place));
  fillInEmail(place);
  // Without an email, no sign-in is pending: the prerendered form is removed, and `hydrate.tsx` renders another page.
  if (location.pathname.endsWith(toPathSuffix('setPassword')) && !hasRememberedEmail(place.region))
    document.querySelector('[data-prerendered]')?.replaceChildren();
};
