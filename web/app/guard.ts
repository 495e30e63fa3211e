import { belongsTo, isInAudience } from '#shared/api/policies.ts';
import type { Audience } from '#shared/api/route.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { Session } from '#web/session/session-store.ts';

type Visit = {
  readonly page: { readonly audience: Audience; readonly needsReturns?: boolean };
  readonly region: RegionId | undefined;
  readonly session: Session | undefined;
  readonly returnsAvailable: boolean;
};

export type Verdict = 'allow' | 'signedOut' | 'otherRegion' | 'noReturns' | 'noRole';

export const guard = ({ page, region, session, returnsAvailable }: Visit): Verdict => {
  if (page.audience === 'anyone' || region === undefined) return 'allow';
  if (!session) return 'signedOut';
  // Check the region before the roles: the region home would only redirect such a user again.
  if (!belongsTo(session, region)) return 'otherRegion';
  if (page.needsReturns && !returnsAvailable) return 'noReturns';
  return isInAudience(session, page.audience) ? 'allow' : 'noRole';
};
