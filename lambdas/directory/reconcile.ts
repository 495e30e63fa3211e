import { mapConcurrently } from '#lambdas/aws/concurrency.ts';
import { AppError } from '#shared/errors.ts';
import { roles, simplifyGroup } from '#shared/groups.ts';
import type { RegionId } from '#shared/regions.ts';
import { regions } from '#shared/regions.ts';
import type { AuditedFacts } from '#shared/users/audit.ts';
import type { Administration } from './administration.ts';
import type { Actor } from './audit.ts';
import type { ListedUser, PoolAdmin, PoolUser } from './pool.ts';
import type { User } from './user-row.ts';
import { isAdminRow } from './user-row.ts';
import type { UsersStore } from './users.ts';

type Collaborators = {
  readonly pool: Pick<PoolAdmin, 'list' | 'members' | 'find'>;
  readonly users: Pick<UsersStore, 'everybody' | 'get'>;
  readonly administration: Pick<Administration, 'driftOf' | 'mirror' | 'adopt' | 'forget' | 'settleStoreNames'>;
  readonly configuredGroups: readonly string[];
  readonly now: () => Date;
  /** Waited for before each page of Cognito's lists, which take few calls a second. */
  readonly pace: () => Promise<void>;
};

type Apart =
  | { readonly kind: 'changedInCognito'; readonly before: AuditedFacts; readonly after: AuditedFacts }
  | { readonly kind: 'goneFromCognito' }
  | { readonly kind: 'unknownToDirectory' };

export type Difference = Apart & {
  readonly region: RegionId;
  readonly email: string;
  /** `left` to the next run: somebody is changing the user, or the time is up. */
  readonly outcome: 'shown' | 'mended' | 'left' | 'failed';
};

export type Reconciled = {
  readonly users: number;
  readonly differences: readonly Difference[];
  /** Addresses of those whom only Cognito knows, and not for long enough to be taken over. */
  readonly waiting: readonly string[];
  readonly failures: readonly unknown[];
};

type Options = {
  /** Absent: a dry run. */
  readonly mendAs?: Actor;
  readonly mayGoOn?: () => boolean;
};

/** How old somebody is in Cognito before a missing row counts: until then whoever invites them may still be writing it. */
const settledAfterMs = 3_600_000;

/** So many may have been deleted in Cognito within an hour; where that is also more than half of a region, the pool itself is another one. */
const mostGone = 20;

/** How many users are looked at again at once: some 35 calls a second, of the 50 that Cognito takes of the dearest kind. */
const atOnce = 5;

/** Mends the directory: Cognito has the last word. Its lists only tell whom to look at; each of those is read again. */
export const reconciliation =
  ({ pool, users, administration, configuredGroups, now, pace }: Collaborators) =>
  async (region: RegionId, { mendAs, mayGoOn = () => true }: Options = {}): Promise<Reconciled> => {
    // The directory first: a change under way meanwhile has then moved on to another version.
    const rows = new Map<string, User>();
    for await (const page of users.everybody(region)) for (const row of page) rows.set(row.sub, row);

    const listed = new Map<string, ListedUser & { readonly groups: string[] }>();
    await pace();
    for await (const page of pool.list(region)) {
      for (const user of page) listed.set(user.sub, { ...user, groups: [] });
      await pace();
    }
    const inPool = [regions[region].group, ...roles];
    for (const name of configuredGroups.filter((each) => inPool.some((group) => group === simplifyGroup(each)))) {
      for await (const page of pool.members(region, name)) {
        for (const sub of page) listed.get(sub)?.groups.push(name);
        await pace();
      }
    }

    const isSettled = ({ createdAt }: Pick<PoolUser, 'createdAt'>) =>
      now().getTime() - createdAt.getTime() >= settledAfterMs;
    const apart = (row: User | undefined, found: PoolUser | undefined): Apart | undefined => {
      if (row && found) {
        const difference = administration.driftOf(row, found);
        return difference && { kind: 'changedInCognito', ...difference };
      }
      if (row) return { kind: 'goneFromCognito' };
      return found && isSettled(found) ? { kind: 'unknownToDirectory' } : undefined;
    };
    const suspects = [...new Set([...rows.keys(), ...listed.keys()])].flatMap((sub) => {
      const [seen, inList] = [rows.get(sub), listed.get(sub)];
      // Cognito's lists omit second factors: those of admins, whose rights depend on them, are read one by one.
      const suspicion = apart(seen, inList && { ...inList, secondFactor: seen?.secondFactor ?? false });
      const hasUnlistedFact = seen?.secondFactor === true && isAdminRow(seen);
      return suspicion || hasUnlistedFact ? [{ sub, seen, suspicion, email: seen?.email ?? inList?.email ?? '' }] : [];
    });

    const gone = suspects.filter(({ suspicion }) => suspicion?.kind === 'goneFromCognito').length;
    if (mendAs && gone > mostGone && gone * 2 > rows.size)
      throw new Error(
        `Cognito does not know ${gone} of the ${rows.size} users of ${region}: a pool that was made anew is filled from the directory, never the other way round`,
      );

    const mend = async (actor: Actor, row: User | undefined, found: PoolUser | undefined): Promise<void> => {
      if (row && found) await administration.mirror(actor, row, found);
      else if (row) await administration.forget(actor, row);
      else if (found) await administration.adopt(actor, region, found);
    };

    const failures: unknown[] = [];
    const lookAgain = async ({ sub, seen, suspicion, email }: (typeof suspects)[number]) => {
      let difference: Apart | undefined = suspicion;
      const ending = (outcome: Difference['outcome']): Difference[] =>
        difference ? [{ ...difference, region, email, outcome }] : [];
      if (!mayGoOn()) return ending('left');
      try {
        const found = await pool.find(region, sub);
        const row = await users.get(region, sub);
        difference = apart(row, found);
        if (row?.version !== seen?.version) return ending('left');
        if (!mendAs || !difference) return ending('shown');
        await mend(mendAs, row, found);
        return ending('mended');
      } catch (error) {
        if (isOvertaken(error)) return ending('left');
        failures.push(error);
        return ending('failed');
      }
    };
    const differences = await mapConcurrently(atOnce, suspects, lookAgain);
    if (mendAs) await administration.settleStoreNames(mendAs, region, [...rows.values()]);
    const waiting = [...listed.values()].flatMap((user) => (rows.has(user.sub) || isSettled(user) ? [] : [user.email]));
    return { users: listed.size, differences: differences.flat(), waiting, failures };
  };

const isOvertaken = (error: unknown) =>
  error instanceof AppError && ['UserChanged', 'UsernameExistsException'].includes(error.code);
