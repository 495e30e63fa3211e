import { loadDocument } from '#web/browser/load-document.ts';
import { isInRegion } from '#web/browser/place.ts';
import { goToLoginSignedOut } from '#web/session/end-session.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { addAlertToPath } from '#web/ui/alerts.ts';

export const syncWithOtherTabs = () => {
  sessionStore.onSignedOutElsewhere((region) => {
    if (!isInRegion(region)) return;
    const wasSignedIn = sessionStore.findLastUser(region) !== undefined;
    goToLoginSignedOut(region, wasSignedIn ? 'signedOutElsewhere' : undefined);
  });

  // Reload without the query string, which contains the previous user's search.
  sessionStore.onOtherUser((region) => {
    if (!isInRegion(region)) return false;
    loadDocument(addAlertToPath(location.pathname, 'otherUser'));
    return true;
  });
};
