import { setTimeout as wait } from 'node:timers/promises';
import type { TransactItem } from '#lambdas/lib/aws/dynamodb.ts';
import { hasName, isTransient } from '#lambdas/lib/aws/errors.ts';
import type { ErrorCode } from '#shared/api/errors.ts';
import { AppError } from '#shared/api/errors.ts';
import type { AuditAction } from '#shared/users/audit.ts';
import type { Actor, FactsDifference } from './audit.ts';
import { buildAuditItem } from './audit.ts';
import type { PoolAdmin } from './pool.ts';
import { applyPoolUser, diffRows, isEmptyDifference } from './row-from-cognito.ts';
import type { User } from './user-row.ts';
import type { UsersStore } from './users.ts';

export type ChangeCollaborators = {
  readonly pool: PoolAdmin;
  readonly users: UsersStore;
  readonly auditTable: string;
  readonly configuredGroups: readonly string[];
  readonly newId: () => string;
  readonly now: () => Date;
};

/** Flags for a change that takes the admin role away, and for one that may take it even from the region's last admin. */
type AdminLoss = { readonly losesAdmin: boolean; readonly allowsRemovingLastAdmin?: boolean };

/**
 * Steps of a change to a user, in their order: take a lease, change Cognito, read the new row from Cognito, write the row with its
 * audit event (docs/decisions/06).
 */
export type ChangeSteps = {
  /** Runs `work` with a lease on a user, and releases the lease if it fails. Throws UserChanged, or LastAdmin for a region's last admin. */
  readonly withLease: <Result>(
    user: User,
    adminLoss: AdminLoss,
    work: (leasedUser: User) => Promise<Result>,
  ) => Promise<Result>;

  /**
   * Runs `work` with a lease on a user whose rights are taken away (docs/decisions/36). Waits for a change in progress for about a
   * second, then takes over its lease. Throws UserNotFoundException or LastAdmin.
   */
  readonly withRevocationLease: <Result>(
    user: User,
    adminLoss: AdminLoss,
    work: (leasedUser: User) => Promise<Result>,
  ) => Promise<Result>;

  /** Runs calls to Cognito. Throws UserNotFoundException and, for any other permanent error of Cognito, `failureCode` if there is one. */
  readonly changeCognito: (calls: () => Promise<unknown>, failureCode?: ErrorCode) => Promise<void>;

  /** Reads the user from Cognito and returns the changed row, with `patchAt` applied to the time of the change. Throws UserNotFoundException. */
  readonly readChangedRow: (
    actor: Actor,
    leasedUser: User,
    patchAt?: (changedAt: Date) => Partial<User>,
  ) => Promise<User>;

  /** Returns true if no audited fact differs. */
  readonly isUnchanged: (leasedUser: User, row: User) => boolean;

  /** Releases the lease without writing, and returns the user without it. */
  readonly discardChange: (leasedUser: User) => Promise<User>;

  /** Returns the items to write with the changed row: the audit event and the actor's conditions. */
  readonly createAuditItems: (actor: Actor, action: AuditAction, leasedUser: User, row: User) => TransactItem[];

  /**
   * Writes the changed row. If another change has taken the lease meanwhile, `undo` reverts in Cognito what was granted and the current
   * row does not have; otherwise the reconciliation would write it to the row. Throws UserChanged.
   */
  readonly replaceOrUndo: (
    leasedUser: User,
    row: User,
    otherItems: readonly TransactItem[],
    undo: (currentRow: User) => Promise<void>,
  ) => Promise<void>;

  /** Builds the write of an audit event. */
  readonly createEvent: (
    user: Pick<User, 'region' | 'sub' | 'email' | 'id'>,
    action: AuditAction,
    actor: Actor,
    at: Date,
    facts?: FactsDifference,
  ) => TransactItem;
};

/** Attempts to take a free lease before it is taken over from the change in progress; with the delays, about a second. */
const attemptsBeforeTakeover = 5;

/** Exponential backoff with full jitter, in ms. */
const calculateDelayMs = (tries: number) => Math.random() * 50 * 2 ** tries;

export const createChangeSteps = ({
  pool,
  users,
  auditTable,
  configuredGroups,
  newId,
  now,
}: ChangeCollaborators): ChangeSteps => {
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

  const createEvent: ChangeSteps['createEvent'] = (user, action, actor, at, facts) =>
    buildAuditItem(auditTable, { user, action, actor, id: newId(), now: at, ...facts });

  return {
    withLease: async (user, adminLoss, work) => {
      const leasedUser = await users.acquireLease(user, { ...adminLoss, by: newId(), now: now() });
      return releaseOnFailure(leasedUser, work);
    },

    withRevocationLease: async (user, adminLoss, work) => {
      for (let tries = 1; ; tries += 1) {
        const takesOver = tries > attemptsBeforeTakeover;
        const leasedUser = await users.acquireRevocationLease(user, {
          ...adminLoss,
          takesOver,
          by: newId(),
          now: now(),
        });
        if (leasedUser) return releaseOnFailure(leasedUser, work);
        await wait(calculateDelayMs(tries));
      }
    },

    changeCognito: async (calls, failureCode) => {
      try {
        await calls();
      } catch (error) {
        if (error instanceof AppError || isTransient(error)) throw error;
        if (hasName(error, 'UserNotFoundException')) throw new AppError('UserNotFoundException', { cause: error });
        throw failureCode === undefined ? error : new AppError(failureCode, { cause: error });
      }
    },

    readChangedRow: async (actor, leasedUser, patchAt = () => ({})) => {
      const poolUser = await pool.find(leasedUser.region, leasedUser.sub);
      if (!poolUser) throw new AppError('UserNotFoundException');
      const changedAt = now();
      return {
        ...applyPoolUser({ ...leasedUser, ...patchAt(changedAt) }, poolUser, changedAt),
        version: leasedUser.version + 1,
        changedBy: actor.requestId,
      };
    },

    isUnchanged: (leasedUser, row) => isEmptyDifference(diffRows(leasedUser, row, configuredGroups)),

    discardChange: async (leasedUser) => {
      await users.releaseLease(leasedUser);
      // The attributes in which the lease is stored.
      const { claimedBy: _, claimedUntil: __, ...user } = leasedUser;
      return user;
    },

    createAuditItems: (actor, action, leasedUser, row) => [
      createEvent(row, action, actor, new Date(row.updatedAt), diffRows(leasedUser, row, configuredGroups)),
      ...(actor.extraTransactItems ?? []),
    ],

    replaceOrUndo: async (leasedUser, row, otherItems, undo) => {
      try {
        await users.replace(leasedUser, row, otherItems);
      } catch (error) {
        const isOvertaken = error instanceof AppError && error.code === 'UserChanged';
        const currentRow = isOvertaken && (await users.get(leasedUser.region, leasedUser.sub));
        if (currentRow) await undo(currentRow);
        throw error;
      }
    },

    createEvent,
  };
};
