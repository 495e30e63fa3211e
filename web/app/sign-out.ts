import type { RegionId } from '#shared/regions.ts';
import { auth } from '#shared/routes/auth.ts';
import { call } from '#web/api.ts';
import { leaveSignedOut } from '#web/leave-for-login.ts';
import { sessionStore } from '#web/session.ts';

/** Ends the session here and in all tabs, whatever the server answers (acceptance, C6). */
export const signOut = async (region: RegionId) => {
  await call(auth.logout, { region }).catch(() => undefined);
  sessionStore.signOut(region);
  leaveSignedOut(region);
};
