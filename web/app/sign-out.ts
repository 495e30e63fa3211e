import type { RegionId } from '#shared/regions.ts';
import { auth } from '#shared/routes/auth.ts';
import { browserMemory } from '#web/browser/memory.ts';
import { call } from '#web/data/api.ts';
import { seenName } from '#web/features/records/attention/seen-states.ts';
import { goToLoginSignedOut } from '#web/session/end-session.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { drafts } from '#web/ui/drafts/drafts.ts';

const forgetUser = (region: RegionId) => {
  const email = sessionStore.lastUser(region);
  if (email === undefined) return;
  drafts.removeAll({ region, email });
  browserMemory.remove(seenName({ region, email }));
};

// Forms open in other tabs would write theirs again.
sessionStore.onSignedOutElsewhere(forgetUser);

/** In milliseconds. The next page asks again, and waits: a late answer would take the session of whoever has signed in since. */
const longestWaitMs = 3000;

export const signOut = async (region: RegionId) => {
  const { absolute } = sessionStore.endsOf(region);
  sessionStore.beginSignOut(region);
  forgetUser(region);
  await Promise.race([finishSignOut(region), new Promise((resolve) => setTimeout(resolve, longestWaitMs))]);
  sessionStore.signOut(region, absolute);
  goToLoginSignedOut(region, 'signedOut');
};

export const finishSignOut = (region: RegionId): Promise<void> =>
  call(auth.logout, { region }).then(
    () => sessionStore.endSignOut(region),
    () => undefined,
  );
