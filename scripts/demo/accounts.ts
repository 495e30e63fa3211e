import type { RegionId } from '#shared/config/regions.ts';
import type { Role } from '#shared/users/groups.ts';

/** Demo accounts of the local cloud: created by the seed, listed in the README, and used by tests and journeys. */

export const demoPassword = 'Portal-Demo-2026!';
/** Temporary password of all invited accounts, replaced at the first sign-in. */
export const invitationPassword = 'Portal-Invite-2026!';

export type DemoStore = { readonly id: string; readonly name: string };

export type DemoAccount = {
  readonly region: RegionId;
  readonly email: string;
  readonly roles: readonly Role[];
  readonly store: DemoStore;
  /** `invited` users have not signed in yet; the invitation of `expired` ones has expired. */
  readonly state: 'active' | 'disabled' | 'invited' | 'expired';
};

export const demoStores = {
  nuk: [
    { id: 'UK-1001', name: 'London Oxford Street' },
    { id: 'UK-1002', name: 'Dublin Grafton Street' },
  ],
  ndach: [
    { id: 'DE-2001', name: 'Berlin Alexanderplatz' },
    { id: 'AT-2002', name: 'Wien Mariahilfer Straße' },
  ],
  nfr: [
    { id: 'FR-3001', name: 'Paris Rue de Rivoli' },
    { id: 'FR-3002', name: 'Lyon Part-Dieu' },
  ],
} as const satisfies Record<RegionId, readonly [DemoStore, DemoStore]>;

const createAccounts = (region: RegionId, hasReturns: boolean): DemoAccount[] => {
  const [first, second] = demoStores[region];
  const buildAccount = (
    name: string,
    store: DemoStore,
    roles: readonly Role[],
    state: DemoAccount['state'] = 'active',
  ): DemoAccount => ({
    region,
    email: `${name}@${region}.example`,
    roles,
    store,
    state,
  });
  return [
    buildAccount('admin', first, ['admin']),
    buildAccount('repairs', first, ['register-repairs']),
    ...(hasReturns
      ? [
          buildAccount('returns', first, ['register-returns']),
          buildAccount('both', second, ['register-repairs', 'register-returns']),
        ]
      : []),
    buildAccount('nothing', first, []),
    buildAccount('disabled', second, ['register-repairs'], 'disabled'),
    buildAccount('invited', second, ['register-repairs'], 'invited'),
    buildAccount('expired', second, ['register-repairs'], 'expired'),
  ];
};

export const demoAccounts: readonly DemoAccount[] = [
  ...createAccounts('nuk', true),
  ...createAccounts('ndach', true),
  ...createAccounts('nfr', false),
];

/**
 * Returns the email address of the account that books a store's records: a staff member of the store with the role, or
 * else the region's admin.
 */
export const findBookerEmail = (region: RegionId, store: DemoStore, role: Role): string => {
  const activeAccounts = demoAccounts.filter((account) => account.region === region && account.state === 'active');
  const staff = activeAccounts.find((account) => account.store.id === store.id && account.roles.includes(role));
  const [admin] = activeAccounts;
  return (staff ?? admin)?.email ?? '';
};
