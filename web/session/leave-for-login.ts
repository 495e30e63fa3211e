import { paths } from '#shared/paths.ts';
import { isPrefix, regions } from '#shared/regions.ts';
import type { Prefix, RegionId } from '#shared/regions.ts';
import { leaveFor } from '#web/browser/leave.ts';
import { withAlert } from '#web/ui/alerts.ts';
import type { RouteAlert } from '#web/ui/alerts.ts';
import { forgetSigningIn } from './signing-in.ts';
import { forgetWantedPage, rememberWantedPage } from './wanted-page.ts';

/** The language the reader uses, or else the region's own. */
const prefixInUse = (region: RegionId, pathname: string): Prefix => {
  const prefix = pathname.split('/')[1] ?? '';
  return isPrefix(prefix) ? prefix : regions[region].prefix;
};

/** Goes to a region's sign-in page, which will lead back to the wanted page. */
export const leaveForLogin = (
  region: RegionId,
  options: { readonly wanted?: string; readonly alert?: RouteAlert } = {},
) => {
  if (options.wanted !== undefined) rememberWantedPage(region, options.wanted);
  const login = paths.login({ prefix: prefixInUse(region, options.wanted ?? location.pathname), region });
  leaveFor(options.alert ? withAlert(login, options.alert) : login);
};

/** Goes to the sign-in page after signing out: whoever comes next to a shared till finds nothing of whoever left. */
export const leaveSignedOut = (region: RegionId) => {
  forgetWantedPage(region);
  forgetSigningIn(region);
  leaveForLogin(region);
};
