import { paths } from '#shared/api/paths.ts';
import { isPrefix, regions } from '#shared/config/regions.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { loadDocument } from '#web/browser/load-document.ts';
import { isInRegion } from '#web/browser/place.ts';
import { createStore } from '#web/browser/store.ts';
import { hasUnsavedInput } from '#web/browser/unsaved-input.ts';
import { addAlertToPath } from '#web/ui/alerts.ts';
import type { RouteAlert } from '#web/ui/alerts.ts';
import { forgetEmail, rememberEmail } from './remembered-email.ts';
import { forgetRequestedPage, rememberRequestedPage } from './requested-page.ts';
import { sessionStore } from './session-store.ts';

export const goToLogin = (
  region: RegionId,
  { requestedPath, alert }: { readonly requestedPath?: string; readonly alert?: RouteAlert } = {},
) => {
  if (requestedPath !== undefined) rememberRequestedPage(region, requestedPath);
  const [, prefix = ''] = (requestedPath ?? location.pathname).split('/');
  const login = paths.login({ prefix: isPrefix(prefix) ? prefix : regions[region].prefix, region });
  loadDocument(alert ? addAlertToPath(login, alert) : login);
};

/**
 * Opens the sign-in page after signing out, without the requested page and email address of the last user of a shared
 * till.
 */
export const goToLoginSignedOut = (region: RegionId, alert?: RouteAlert) => {
  forgetRequestedPage(region);
  forgetEmail(region);
  goToLogin(region, alert && { alert });
};

/** Region whose session has ended while the current page has unsaved input; its page stays open. */
export const regionOfEndedSession = createStore<RegionId | undefined>(undefined);

sessionStore.subscribe(() => {
  const region = regionOfEndedSession.get();
  if (region && sessionStore.get(region)) regionOfEndedSession.set(undefined);
});

/**
 * Ends a region's session after the server has reported its end. Does nothing if a new session has started or another
 * region's page is open.
 */
export const endSession = (region: RegionId, alert: RouteAlert) => {
  if (sessionStore.get(region) || !isInRegion(region)) return;
  const email = sessionStore.findLastUser(region);
  if (email !== undefined) rememberEmail(region, email);
  if (hasUnsavedInput()) regionOfEndedSession.set(region);
  else goToLogin(region, { requestedPath: location.pathname + location.search, alert });
};
