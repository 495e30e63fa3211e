import { mapConcurrently } from '#lambdas/lib/aws/concurrency.ts';
import { AppError } from '#shared/api/errors.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { regions } from '#shared/config/regions.ts';
import type { AuditSnapshot } from '#shared/users/audit.ts';
import { roles, simplifyGroup } from '#shared/users/groups.ts';
import type { Administration } from './administration.ts';
import type { Actor } from './audit.ts';
import type { ListedUser, PoolAdmin, PoolUser } from './pool.ts';
import type { User } from './user-row.ts';
import { isAdminRow } from './user-row.ts';
import type { UsersStore } from './users.ts';

type Collaborators = {
  readonly pool: Pick<PoolAdmin, 'list' | 'listMembers' | 'find'>;
  readonly users: Pick<UsersStore, 'listAll' | 'get'>;
  readonly administration: Pick<
    Administration,
    'findDrift' | 'updateFromCognito' | 'adopt' | 'removeMissing' | 'repairStoreNames'
  >;
  readonly configuredGroups: readonly string[];
  readonly now: () => Date;
  /** Awaited before each page of Cognito's list calls, which have a low rate limit. */
  readonly waitForTurn: () => Promise<void>;
};

type Drift =
  | { readonly kind: 'changedInCognito'; readonly before: AuditSnapshot; readonly after: AuditSnapshot }
  | { readonly kind: 'goneFromCognito' }
  | { readonly kind: 'unknownToDirectory' };

export type Difference = Drift & {
  readonly region: RegionId;
  readonly email: string;
  /** `shown` in a dry run; `left` for the next run: another change is in progress, or the time is up. */
  readonly outcome: 'shown' | 'mended' | 'left' | 'failed';
};

export type ReconciliationResult = {
  readonly users: number;
  readonly differences: readonly Difference[];
  /** Email addresses of users who exist only in Cognito and were created too recently to be adopted. */
  readonly waiting: readonly string[];
  readonly failures: readonly unknown[];
};

type Options = {
  /** Actor of the repairs; omit for a dry run. */
  readonly repairAs?: Actor;
  readonly hasTimeLeft?: () => boolean;
};

/** Age of a user in Cognito from which a missing row counts; until then an invitation may still be writing it. */
const settledAgeMs = 3_600_000;

/** Deletions in Cognito that are plausible within an hour. If more users are missing, and more than half of a region, the pool itself was replaced. */
const maxPlausibleDeletions = 20;

/** Users who plausibly lose a group within an hour. If more lose one, and more than a tenth of a region, the group itself was deleted or renamed. */
const maxPlausibleLosses = 20;

/** Returns true if the row contains a group that the user has left in Cognito, whatever its name on the stage. */
const losesGroup = (row: Pick<User, 'groups'>, poolUser: Pick<PoolUser, 'groups'>) => {
  const groupsAfter = new Set(poolUser.groups.map(simplifyGroup));
  return row.groups.some((name) => !groupsAfter.has(simplifyGroup(name)));
};

/** Users that are checked again concurrently: some 35 calls a second, of the 50 that Cognito allows in the most limited category. */
const concurrentChecks = 5;

/** Repairs the directory from Cognito, which takes precedence. Cognito's lists only select users to check; each of them is read again. */
export type Reconcile = (region: RegionId, options?: Options) => Promise<ReconciliationResult>;

export const createReconciliation =
  ({ pool, users, administration, configuredGroups, now, waitForTurn }: Collaborators): Reconcile =>
  async (region, { repairAs, hasTimeLeft = () => true } = {}) => {
    // Reads the directory first: a change during the run then shows as another version of the row.
    const rows = new Map<string, User>();
    for await (const page of users.listAll(region)) for (const row of page) rows.set(row.sub, row);

    const listedUsers = new Map<string, ListedUser & { readonly groups: string[] }>();
    await waitForTurn();
    for await (const page of pool.list(region)) {
      for (const user of page) listedUsers.set(user.sub, { ...user, groups: [] });
      await waitForTurn();
    }
    const relevantGroups = [regions[region].group, ...roles];
    for (const name of configuredGroups.filter((groupName) =>
      relevantGroups.some((group) => group === simplifyGroup(groupName)),
    )) {
      for await (const page of pool.listMembers(region, name)) {
        for (const sub of page) listedUsers.get(sub)?.groups.push(name);
        await waitForTurn();
      }
    }

    const isSettled = ({ createdAt }: Pick<PoolUser, 'createdAt'>) =>
      now().getTime() - createdAt.getTime() >= settledAgeMs;
    const findDrift = (row: User | undefined, poolUser: PoolUser | undefined): Drift | undefined => {
      if (row && poolUser) {
        const difference = administration.findDrift(row, poolUser);
        return difference && { kind: 'changedInCognito', ...difference };
      }
      if (row) return { kind: 'goneFromCognito' };
      return poolUser && isSettled(poolUser) ? { kind: 'unknownToDirectory' } : undefined;
    };
    const usersToCheck = [...new Set([...rows.keys(), ...listedUsers.keys()])].flatMap((sub) => {
      const row = rows.get(sub);
      const listedUser = listedUsers.get(sub);
      // Cognito's lists omit second factors, so those of admins, whose rights depend on them, are read individually.
      const listedDrift = findDrift(row, listedUser && { ...listedUser, secondFactor: row?.secondFactor ?? false });
      const needsSecondFactorCheck = row?.secondFactor === true && isAdminRow(row);
      return listedDrift || needsSecondFactorCheck
        ? [{ sub, rowBefore: row, listedDrift, email: row?.email ?? listedUser?.email ?? '' }]
        : [];
    });

    const missingCount = usersToCheck.filter(({ listedDrift }) => listedDrift?.kind === 'goneFromCognito').length;
    if (repairAs && missingCount > maxPlausibleDeletions && missingCount * 2 > rows.size)
      throw new Error(
        `Cognito does not know ${missingCount} of the ${rows.size} users of ${region}: a pool that was made anew is filled from the directory, never the other way round`,
      );

    const losingCount = [...rows.values()].filter((row) => {
      const listedUser = listedUsers.get(row.sub);
      return listedUser !== undefined && losesGroup(row, listedUser);
    }).length;
    if (repairAs && losingCount > maxPlausibleLosses && losingCount * 10 > rows.size)
      throw new Error(
        `${losingCount} of the ${rows.size} users of ${region} would lose a group: a group of Cognito was deleted or renamed (docs/runbooks/groups.md)`,
      );

    const repair = async (actor: Actor, row: User | undefined, poolUser: PoolUser | undefined): Promise<void> => {
      if (row && poolUser) await administration.updateFromCognito(actor, row, poolUser);
      else if (row) await administration.removeMissing(actor, row);
      else if (poolUser) await administration.adopt(actor, region, poolUser);
    };

    const failures: unknown[] = [];
    const checkAgain = async ({ sub, rowBefore, listedDrift, email }: (typeof usersToCheck)[number]) => {
      let difference: Drift | undefined = listedDrift;
      const toDifferences = (outcome: Difference['outcome']): Difference[] =>
        difference ? [{ ...difference, region, email, outcome }] : [];
      if (!hasTimeLeft()) return toDifferences('left');
      try {
        const poolUser = await pool.find(region, sub);
        const row = await users.get(region, sub);
        difference = findDrift(row, poolUser);
        if (row?.version !== rowBefore?.version) return toDifferences('left');
        if (!repairAs || !difference) return toDifferences('shown');
        await repair(repairAs, row, poolUser);
        return toDifferences('mended');
      } catch (error) {
        if (isConcurrentChange(error)) return toDifferences('left');
        failures.push(error);
        return toDifferences('failed');
      }
    };
    const differences = await mapConcurrently(concurrentChecks, usersToCheck, checkAgain);
    if (repairAs) await administration.repairStoreNames(repairAs, region, [...rows.values()]);
    const waiting = [...listedUsers.values()].flatMap((user) =>
      rows.has(user.sub) || isSettled(user) ? [] : [user.email],
    );
    return { users: listedUsers.size, differences: differences.flat(), waiting, failures };
  };

const isConcurrentChange = (error: unknown) =>
  error instanceof AppError && ['UserChanged', 'UsernameExistsException'].includes(error.code);
