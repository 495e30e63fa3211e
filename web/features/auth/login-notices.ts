import type { Place } from '#shared/api/paths.ts';
import { paths } from '#shared/api/paths.ts';
import { areCookiesEnabled } from '#web/browser/are-cookies-enabled.ts';
import { parseLinkFragment } from '#web/session/link-fragment.ts';
import { findRequestedPage } from '#web/session/requested-page.ts';
import { alertStore } from '#web/ui/alerts.ts';

/** `wanted`: the user opened another page, which follows after signing in. */
export type LoginNotice = 'cookiesRefused' | 'invitationExpired' | 'wanted';

/** Returns the notices for this visit to the sign-in page. */
export const findLoginNotices = (place: Place): readonly LoginNotice[] => {
  const notices: LoginNotice[] = [];
  if (!areCookiesEnabled()) notices.push('cookiesRefused');
  // The expiry is read from the link only, because a server response would reveal who is invited.
  if (Date.parse(parseLinkFragment(location.hash)['expires'] ?? '') <= Date.now()) notices.push('invitationExpired');
  // An existing alert already explains why the user is here.
  const requestedPage = alertStore.get().length === 0 ? findRequestedPage(place) : undefined;
  if (requestedPage !== undefined && requestedPage !== paths.home(place)) notices.push('wanted');
  return notices;
};
