import { auth } from '#shared/api/routes/auth.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { drafts } from '#web/components/drafts/drafts.ts';
import { call } from '#web/data/api.ts';
import { goToLoginSignedOut } from '#web/session/end-session.ts';
import { sessionStore } from '#web/session/session-store.ts';

const removeDraftsOfLastUser = (region: RegionId) => {
  const email = sessionStore.findLastUser(region);
  if (email === undefined) return;
  drafts.removeAll({ region, email });
};

// After a sign-out in another tab, this tab removes the drafts too, so that its open forms do not save them again.
sessionStore.onSignedOutElsewhere(removeDraftsOfLastUser);

/** Maximum wait for the logout response. If it passes, the next page repeats the request and waits for it, because a late response would end a session that has started in the meantime. */
const maxWaitMs = 3000;

export const signOut = async (region: RegionId) => {
  const { absolute: absoluteEnd } = sessionStore.findEnds(region);
  sessionStore.beginSignOut(region);
  removeDraftsOfLastUser(region);
  await Promise.race([finishSignOut(region), new Promise((resolve) => setTimeout(resolve, maxWaitMs))]);
  sessionStore.signOut(region, absoluteEnd);
  goToLoginSignedOut(region, 'signedOut');
};

/** Ends the session on the server. Called again by the next page if the response was late or failed. */
export const finishSignOut = (region: RegionId): Promise<void> =>
  call(auth.logout, { region }).then(
    () => sessionStore.endSignOut(region),
    () => undefined,
  );
