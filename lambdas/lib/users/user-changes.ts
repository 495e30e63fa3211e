import { setTimeout as wait } from 'node:timers/promises';
import { hasName, isTransient } from '#lambdas/lib/aws/errors.ts';
import type { ErrorCode } from '#shared/api/errors.ts';
import { AppError } from '#shared/api/errors.ts';
import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { AuditAction, AuditSnapshot } from '#shared/users/audit.ts';
import type { Actor, FactsDifference } from './audit.ts';
import { auditItem, diffFacts } from './audit.ts';
import type { PoolAdmin, PoolUser } from './pool.ts';
import type { User } from './user-row.ts';
import { isInRegion, findRoles, userRow } from './user-row.ts';
import type { UsersStore } from './users.ts';

export type UserChangeCollaborators = {
  readonly pool: PoolAdmin;
  readonly users: UsersStore;
  readonly auditTable: string;
  readonly configuredGroups: readonly string[];
  readonly newId: () => string;
  readonly now: () => Date;
};

const isEmptyDifference = ({ before, after }: FactsDifference) =>
  Object.keys(before).length + Object.keys(after).length === 0;

export const invitationDates = (at: Date) => ({
  invitedAt: at.toISOString(),
  inviteExpiresAt: new Date(at.getTime() + limits.invitationDays * 24 * 3_600_000).toISOString(),
});

/** Returns the row attribute that ends all sessions started before `at`. */
export const sessionsEndedAt = (at: Date) => ({ validAfter: at.toISOString() });

type AdminLoss = { readonly losesAdmin: boolean; readonly includesLastAdmin?: boolean };

/** Tries to take a lease before it is taken from the change in progress; with the pauses, about a second. */
const triesBeforeForce = 5;

/** Exponential backoff with full jitter, in ms. */
const pauseMs = (tries: number) => Math.random() * 50 * 2 ** tries;

type Change = {
  readonly action: AuditAction;
  /** Takes rights away: ignores the version and takes the lease from a change in progress. */
  readonly revokesRights?: boolean;
  readonly losesAdmin?: boolean;
  readonly changeCognito?: (user: User) => Promise<unknown>;
  /** Reverts in Cognito what `inCognito` granted and the row does not have; otherwise the reconciliation would write it to the row. */
  readonly undo?: (row: User) => Promise<unknown>;
  readonly rowPatch?: (at: Date) => Partial<User>;
  /** Writes an event even if no audited fact changes. */
  readonly alwaysAudit?: boolean;
  /** Error code for any other permanent error of Cognito. */
  readonly failureCode?: ErrorCode;
};

export const userChanges = ({ pool, users, auditTable, configuredGroups, newId, now }: UserChangeCollaborators) => {
  /** Returns the facts that audit events record. */
  const auditSnapshot = (user: User): AuditSnapshot => ({
    roles: findRoles(user, configuredGroups),
    inRegion: isInRegion(user, configuredGroups),
    enabled: user.enabled,
    status: user.status,
    storeId: user.storeId,
    storeName: user.storeName,
    secondFactor: user.secondFactor,
  });

  /** Returns the row with Cognito's facts and, for all others, the directory's. */
  const applyPoolUser = (user: User, { enabled, status, groups, secondFactor, email }: PoolUser, at: Date): User => {
    const { inviteExpiresAt, bouncedAt, claimedBy: _, claimedUntil: __, ...rest } = user;
    return userRow({
      ...rest,
      email,
      enabled,
      status,
      groups,
      secondFactor,
      // A bounce applies only to the address that it was recorded for.
      ...(bouncedAt !== undefined && email === user.email && { bouncedAt }),
      ...(status === 'invited' && inviteExpiresAt !== undefined && { inviteExpiresAt }),
      updatedAt: at.toISOString(),
    });
  };

  /** Returns the facts in which a row differs from Cognito, or undefined if there are none. */
  const findDrift = (user: User, poolUser: PoolUser) => {
    const row = applyPoolUser(user, poolUser, now());
    const difference = diffFacts(auditSnapshot(user), auditSnapshot(row));
    return isEmptyDifference(difference) && row.email === user.email ? undefined : difference;
  };

  /** Builds the row of a Cognito user who has none yet. */
  const newRow = (
    actor: Actor,
    region: RegionId,
    poolUser: PoolUser,
    otherFacts: Pick<User, 'storeId' | 'storeName' | 'updatedAt'> & Partial<User>,
  ) => {
    const { changedAt: _, createdAt, ...poolFacts } = poolUser;
    return userRow({
      ...poolFacts,
      region,
      createdAt: createdAt.toISOString(),
      changedBy: actor.requestId,
      ...otherFacts,
    });
  };

  const createEvent = (
    user: Pick<User, 'region' | 'sub' | 'email' | 'id'>,
    action: AuditAction,
    actor: Actor,
    at: Date,
    facts?: FactsDifference,
  ) => auditItem(auditTable, { user, action, actor, id: newId(), now: at, ...facts });

  /** Runs `work` with a lease on a user, and releases the lease if it fails. */
  const withLease = async <Result>(user: User, adminLoss: AdminLoss, work: (leasedUser: User) => Promise<Result>) =>
    releaseOnFailure(await users.acquireLease(user, { ...adminLoss, by: newId(), now: now() }), work);

  /** Runs `work` with a lease on a user whose rights are taken away. Waits for a change in progress for about a second, then takes its lease. */
  const withSeizedLease = async <Result>(
    user: User,
    adminLoss: AdminLoss,
    work: (leasedUser: User) => Promise<Result>,
  ) => {
    for (let tries = 1; ; tries += 1) {
      const force = tries > triesBeforeForce;
      const leasedUser = await users.seizeLease(user, { ...adminLoss, force, by: newId(), now: now() });
      if (leasedUser) return releaseOnFailure(leasedUser, work);
      await wait(pauseMs(tries));
    }
  };

  const releaseOnFailure = async <Result>(
    leasedUser: User,
    work: (leasedUser: User) => Promise<Result>,
  ): Promise<Result> => {
    try {
      return await work(leasedUser);
    } catch (error) {
      // If releasing fails, the lease expires by itself.
      await users.releaseLease(leasedUser).catch(() => undefined);
      throw error;
    }
  };

  /** Applies a change and returns the changed user. Writes neither row nor event if nothing changes. Throws LastAdmin, UserNotFoundException, or UserChanged unless it takes rights away. */
  const applyUserChange = (
    actor: Actor,
    user: User,
    {
      action,
      revokesRights = false,
      losesAdmin = false,
      changeCognito = async () => {},
      undo,
      rowPatch,
      alwaysAudit = false,
      failureCode,
    }: Change,
  ) =>
    (revokesRights ? withSeizedLease : withLease)(user, { losesAdmin }, async (leasedUser) => {
      const { claimedBy: _, claimedUntil: __, ...rowBefore } = leasedUser;
      await changeCognito(leasedUser).catch((error: unknown) => {
        if (error instanceof AppError || isTransient(error)) throw error;
        if (hasName(error, 'UserNotFoundException')) throw new AppError('UserNotFoundException', { cause: error });
        throw failureCode === undefined ? error : new AppError(failureCode, { cause: error });
      });
      const poolUser = await pool.find(rowBefore.region, rowBefore.sub);
      if (!poolUser) throw new AppError('UserNotFoundException');
      const changedAt = now();
      const row = {
        ...applyPoolUser({ ...rowBefore, ...rowPatch?.(changedAt) }, poolUser, changedAt),
        version: rowBefore.version + 1,
        changedBy: actor.requestId,
      };
      const difference = diffFacts(auditSnapshot(rowBefore), auditSnapshot(row));
      if (!alwaysAudit && isEmptyDifference(difference)) {
        await users.releaseLease(leasedUser);
        return rowBefore;
      }
      const auditEvent = createEvent(row, action, actor, changedAt, difference);
      const otherItems = [auditEvent, ...(actor.extraConditions ?? [])];
      if (revokesRights) await users.revokeRights(leasedUser, row, losesAdmin, otherItems);
      else
        await users.replace(leasedUser, row, otherItems).catch(async (error: unknown) => {
          const isOvertaken = error instanceof AppError && error.code === 'UserChanged';
          const current = undo && isOvertaken && (await users.get(rowBefore.region, rowBefore.sub));
          if (current) await undo(current);
          throw error;
        });
      return row;
    });

  return {
    auditSnapshot,
    applyPoolUser,
    findDrift,
    newRow,
    createEvent,
    withLease,
    withSeizedLease,
    applyUserChange,
  };
};

export type UserChanges = ReturnType<typeof userChanges>;
