import { paths } from '#shared/paths.ts';
import { isPrefix, regions } from '#shared/regions.ts';
import type { RegionId } from '#shared/regions.ts';
import { loadDocument } from '#web/browser/load-document.ts';
import { isInRegion } from '#web/browser/place.ts';
import { createStore } from '#web/browser/store.ts';
import { hasUnsavedInput } from '#web/browser/unsaved-input.ts';
import { withAlert } from '#web/ui/alerts.ts';
import type { RouteAlert } from '#web/ui/alerts.ts';
import { sessionStore } from './session-store.ts';
import { forgetSigningIn, rememberEmail } from './signing-in.ts';
import { forgetWantedPage, rememberWantedPage } from './wanted-page.ts';

export const goToLogin = (
  region: RegionId,
  { wanted, alert }: { readonly wanted?: string; readonly alert?: RouteAlert } = {},
) => {
  if (wanted !== undefined) rememberWantedPage(region, wanted);
  const [, prefix = ''] = (wanted ?? location.pathname).split('/');
  const login = paths.login({ prefix: isPrefix(prefix) ? prefix : regions[region].prefix, region });
  loadDocument(alert ? withAlert(login, alert) : login);
};

/** Goes to the sign-in page after signing out: nobody finds there what the last user of a shared till wanted, or who it was. */
export const goToLoginSignedOut = (region: RegionId, alert?: RouteAlert) => {
  forgetWantedPage(region);
  forgetSigningIn(region);
  goToLogin(region, alert && { alert });
};

export const endedInPlace = createStore<RegionId | undefined>(undefined);

sessionStore.subscribe(() => {
  const region = endedInPlace.get();
  if (region && sessionStore.get(region)) endedInPlace.set(undefined);
});

/** Shows that a region's session is over, once the server has said so: nothing happens where another has begun since, or another region's page is open. */
export const endSession = (region: RegionId, alert: RouteAlert) => {
  if (sessionStore.get(region) || !isInRegion(region)) return;
  const email = sessionStore.lastUser(region);
  if (email !== undefined) rememberEmail(region, email);
  if (hasUnsavedInput()) endedInPlace.set(region);
  else goToLogin(region, { wanted: location.pathname + location.search, alert });
};
