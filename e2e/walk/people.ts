import { demoStores } from '#scripts/demo/accounts.ts';
import type { Role } from '#shared/groups.ts';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';
import { regions } from '#shared/regions.ts';
import type { AuthObject } from '#shared/routes/auth.ts';
import { now } from './data.ts';

const rolesOf = {
  staff: ['register-repairs', 'register-returns'],
  admin: ['admin'],
  nobody: [],
} as const satisfies Record<string, readonly Role[]>;

export type Who = 'visitor' | keyof typeof rolesOf;

const minute = 60_000;

export const sessionOf = (who: keyof typeof rolesOf, region: RegionId): AuthObject => {
  const { id: storeId, name: storeName } = demoStores[region][0];
  return {
    email: `${who}@${region}.example`,
    userGroups: [regions[region].group, ...rolesOf[who]],
    isAdminUser: who === 'admin',
    isRegisterReturnsAllowed: who !== 'nobody',
    store: { storeId, storeName },
    jwt_expired: new Date(now.getTime() + limits.session.accessTokenMinutes * minute).toISOString(),
  };
};

/** What a browser remembers of a session that began a moment ago. */
export const marksOf = (region: RegionId): Readonly<Record<string, string>> => ({
  [`session.${region}.until`]: String(now.getTime() + limits.session.absoluteHours * 60 * minute),
  [`session.${region}.idleUntil`]: String(now.getTime() + limits.session.idleMinutes * minute),
});
