import type { UsersStore } from '#lambdas/directory/users.ts';
import type { CallerRows } from '#lambdas/http/caller.ts';
import type { Handlers } from '#lambdas/http/serve.ts';
import type { TokenVerifier } from '#lambdas/http/tokens.ts';
import type { RegionSettings } from '#shared/env.ts';
import type { RegionId } from '#shared/regions.ts';
import type { routes } from '#shared/routes/table.ts';
import type { VerifyCaptcha } from './captcha.ts';
import type { UserPools } from './pools.ts';
import type { AuthStore } from './store.ts';

/** All that the auth handlers work with. */
export type Collaborators = {
  readonly regions: Readonly<Record<RegionId, Pick<RegionSettings, 'returnsAvailable'>>>;
  readonly configuredGroups: readonly string[];
  readonly verifyCaptcha: VerifyCaptcha;
  readonly pools: UserPools;
  readonly tokens: TokenVerifier;
  readonly users: UsersStore;
  readonly rows: (region: RegionId, sub: string, originJti: string) => Promise<CallerRows>;
  readonly store: AuthStore;
  readonly now: () => Date;
  /** Resolves after so many milliseconds. */
  readonly wait: (ms: number) => Promise<unknown>;
};

export type AuthHandlers = Handlers<typeof routes.auth>;
