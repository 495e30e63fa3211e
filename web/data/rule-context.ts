import type { RuleContext } from '#shared/route.ts';
import type { Session } from '#web/session/session-store.ts';
import { config } from './config.ts';

/** What the server will know when it checks an input, as far as a page knows it. Signed out there is nobody to be an admin, and no region. */
export const ruleContext = (session: Session | undefined, today: string): RuleContext => ({
  today,
  isAdmin: session?.isAdminUser ?? false,
  returnPeriodDays: session ? config().regions[session.region].returnPeriodDays : 0,
});
