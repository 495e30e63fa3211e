import type { RegionId } from '#shared/regions.ts';
import { createStore } from '#web/browser/store.ts';
import { holdsWork } from '#web/browser/unsaved-input.ts';
import type { RouteAlert } from '#web/ui/alerts.ts';
import { leaveForLogin } from './leave-for-login.ts';
import { sessionStore } from './session-store.ts';

/** The region whose session ended while the page held work: it stays, and says how to go on. */
export const endedInPlace = createStore<RegionId | undefined>(undefined);

sessionStore.subscribe(() => {
  const region = endedInPlace.get();
  if (region && sessionStore.get(region)) endedInPlace.set(undefined);
});

/** A session is over. Typed work stays where it is; otherwise the sign-in page leads back here. */
export const endSession = (region: RegionId, alert: RouteAlert) => {
  sessionStore.clear(region);
  if (holdsWork()) endedInPlace.set(region);
  else leaveForLogin(region, { wanted: location.pathname + location.search, alert });
};
