import { belongsTo, isInAudience } from '#shared/api/policies.ts';
import type { Actor } from '#shared/api/policies.ts';
import type { Audience } from '#shared/api/route.ts';
import type { RegionId } from '#shared/config/regions.ts';

type Visit = {
  readonly page: { readonly audience: Audience; readonly needsReturns?: boolean };
  readonly region: RegionId | undefined;
  readonly session: Actor | undefined;
  readonly returnsAvailable: boolean;
};

export type Verdict = 'allow' | 'signedOut' | 'otherRegion' | 'noReturns' | 'noRole';

/** Returns whether a page may be opened, or the reason why not. */
export const guard = ({ page, region, session, returnsAvailable }: Visit): Verdict => {
  if (page.audience === 'anyone' || region === undefined) return 'allow';
  if (!session) return 'signedOut';
  // The region is checked before the roles, because users without the role are sent to the region's home, which would redirect
  // users of another region once more.
  if (!belongsTo(session, region)) return 'otherRegion';
  if (page.needsReturns && !returnsAvailable) return 'noReturns';
  return isInAudience(session, page.audience) ? 'allow' : 'noRole';
};
