import type { RuleContext } from '#shared/api/route.ts';
import type { Session } from '#web/session/session-store.ts';
import { getConfig } from './config.ts';

/**
 * Returns the context in which the server will validate an input, as far as the page knows it. Without a session the
 * user is not an admin and has no region.
 */
export const createRuleContext = (session: Session | undefined, today: string): RuleContext => ({
  today,
  isAdmin: session?.isAdminUser ?? false,
  returnPeriodDays: session ? getConfig().regions[session.region].returnPeriodDays : 0,
});
