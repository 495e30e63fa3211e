import { paths } from '#shared/api/paths.ts';
import { isPrefix, regions } from '#shared/config/regions.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { loadDocument } from '#web/browser/load-document.ts';
import { isInRegion } from '#web/browser/place.ts';
import { createStore } from '#web/browser/store.ts';
import { hasUnsavedInput } from '#web/browser/unsaved-input.ts';
import { withAlert } from '#web/ui/alerts.ts';
import type { RouteAlert } from '#web/ui/alerts.ts';
import { forgetWantedPage, rememberWantedPage } from './requested-page.ts';
import { sessionStore } from './session-store.ts';
import { forgetSigningIn, rememberEmail } from './sign-in-details.ts';

export const goToLogin = (
  region: RegionId,
  { wanted, alert }: { readonly wanted?: string; readonly alert?: RouteAlert } = {},
) => {
  if (wanted !== undefined) rememberWantedPage(region, wanted);
  const [, prefix = ''] = (wanted ?? location.pathname).split('/');
  const login = paths.login({ prefix: isPrefix(prefix) ? prefix : regions[region].prefix, region });
  loadDocument(alert ? withAlert(login, alert) : login);
};

/**
 * Opens the sign-in page after signing out, without the requested page and email address of the last user of a shared
 * till.
 */
export const goToLoginSignedOut = (region: RegionId, alert?: RouteAlert) => {
  forgetWantedPage(region);
  forgetSigningIn(region);
  goToLogin(region, alert && { alert });
};

/** Region whose session has ended while the current page has unsaved input; its page stays open. */
export const endedInPlace = createStore<RegionId | undefined>(undefined);

sessionStore.subscribe(() => {
  const region = endedInPlace.get();
  if (region && sessionStore.get(region)) endedInPlace.set(undefined);
});

/**
 * Ends a region's session after the server has reported its end. Does nothing if a new session has started or another
 * region's page is open.
 */
export const endSession = (region: RegionId, alert: RouteAlert) => {
  if (sessionStore.get(region) || !isInRegion(region)) return;
  const email = sessionStore.lastUser(region);
  if (email !== undefined) rememberEmail(region, email);
  if (hasUnsavedInput()) endedInPlace.set(region);
  else goToLogin(region, { wanted: location.pathname + location.search, alert });
};
