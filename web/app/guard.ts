import { belongsTo, isInAudience } from '#shared/policies.ts';
import type { RegionId } from '#shared/regions.ts';
import type { Audience } from '#shared/route.ts';
import type { Session } from '#web/session/session-store.ts';

type Visit = {
  readonly page: { readonly audience: Audience; readonly isLogin?: boolean; readonly needsReturns?: boolean };
  readonly region: RegionId | undefined;
  readonly session: Session | undefined;
  readonly returnsAvailable: boolean;
};

/** Where a visitor goes who asks for a page. */
export type Verdict = 'allow' | 'login' | 'home' | 'root';

export const guard = ({ page, region, session, returnsAvailable }: Visit): Verdict => {
  if (page.isLogin && session) return 'home';
  if (page.audience === 'anyone' || region === undefined) return 'allow';
  if (!session) return 'login';
  // Asked before the groups: the region home would only send such a user on.
  if (!belongsTo(session, region)) return 'root';
  if (!isInAudience(session, page.audience)) return 'home';
  return page.needsReturns && !returnsAvailable ? 'home' : 'allow';
};
