import type { RegionId } from '#shared/regions.ts';
import { loadDocument } from '#web/browser/load-document.ts';
import { goToLoginSignedOut } from '#web/session/end-session.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { withAlert } from '#web/ui/alerts.ts';

const isInRegion = (region: RegionId) => location.pathname.split('/')[2] === region;

/** Takes part in what happens to a session in other tabs, and says so where somebody is moved by it. */
export const followOtherTabs = () => {
  // Whoever signed out in another tab leaves this one too.
  sessionStore.onSignedOutElsewhere((region) => {
    if (!isInRegion(region)) return;
    const wasSignedIn = sessionStore.lastUser(region) !== undefined;
    goToLoginSignedOut(region, wasSignedIn ? 'signedOutElsewhere' : undefined);
  });

  // Whoever signed in elsewhere begins with a page of their own, without what the former user was looking for.
  sessionStore.onOtherUser((region) => {
    if (isInRegion(region)) loadDocument(withAlert(location.pathname, 'otherUser'));
  });
};
