import type { Subscriptions } from '#lambdas/lib/daily-email/subscriptions.ts';
import { signUnsubscription } from '#lambdas/lib/daily-email/unsubscribe.ts';
import { isSameText } from '#lambdas/lib/http/secrets.ts';
import type { Handlers } from '#lambdas/lib/http/serve.ts';
import { resolveStore } from '#lambdas/lib/records/access.ts';
import type { StoresStore } from '#lambdas/lib/users/stores.ts';
import { AppError } from '#shared/api/errors.ts';
import { isAdmin } from '#shared/api/policies.ts';
import type { auth } from '#shared/api/routes/auth.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { DailyEmail } from '#shared/users/daily-email.ts';
import type { UserPools } from './auth-pools.ts';

type Collaborators = {
  /** Undefined on a stage without an email sender. */
  readonly subscriptions: Pick<Subscriptions, 'find' | 'start' | 'remove'> | undefined;
  readonly stores: Pick<StoresStore, 'findMatching'>;
  readonly sign: UserPools['sign'];
};

type Routes = 'showDailyEmail' | 'startDailyEmail' | 'stopDailyEmail' | 'unsubscribe';

export const createDailyEmailHandlers = ({
  subscriptions,
  stores,
  sign,
}: Collaborators): Pick<Handlers<typeof auth>, Routes> => {
  const requireSubscriptions = () => {
    if (!subscriptions) throw new AppError('NotFound');
    return subscriptions;
  };

  const readState = async (region: RegionId, sub: string): Promise<DailyEmail> => {
    const row = await requireSubscriptions().find(region, sub);
    if (!row) return { state: 'off' };
    const { storeId, stopped } = row;
    return {
      ...(stopped ? { state: 'stopped', ...stopped } : { state: 'on' }),
      ...(storeId !== undefined && { storeId }),
    };
  };

  return {
    showDailyEmail: async ({ region }, { caller }) => ({ body: await readState(region, caller.sub) }),

    startDailyEmail: async ({ region, storeId }, { caller, now }) => {
      const { start } = requireSubscriptions();
      const store = isAdmin(caller) ? await resolveStore(stores, caller, region, storeId) : undefined;
      await start(region, caller.sub, store?.storeId, now);
      return { body: await readState(region, caller.sub) };
    },

    stopDailyEmail: async ({ region }, { caller }) => {
      await requireSubscriptions().remove(region, caller.sub);
      return { body: { state: 'off' } };
    },

    unsubscribe: async ({ region, sub, signature }) => {
      if (isSameText(signature, await signUnsubscription(sign, region, sub))) await subscriptions?.remove(region, sub);
      return { body: {} };
    },
  };
};
