import { setTimeout as wait } from 'node:timers/promises';
import { hasName, isTransient } from '#lambdas/aws/errors.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';
import type { AuditAction, AuditedFacts } from '#shared/users/audit.ts';
import type { Actor } from './audit.ts';
import { auditItem, differenceOf } from './audit.ts';
import type { PoolAdmin, PoolUser } from './pool.ts';
import type { User } from './user-row.ts';
import { isInRegion, rolesOf, userRow } from './user-row.ts';
import type { UsersStore } from './users.ts';

export type UserChangeCollaborators = {
  readonly pool: PoolAdmin;
  readonly users: UsersStore;
  readonly auditTable: string;
  readonly configuredGroups: readonly string[];
  readonly newId: () => string;
  readonly now: () => Date;
};

const isNothing = ({ before, after }: ReturnType<typeof differenceOf>) =>
  Object.keys(before).length + Object.keys(after).length === 0;

export const invitation = (at: Date) => ({
  invitedAt: at.toISOString(),
  inviteExpiresAt: new Date(at.getTime() + limits.invitationDays * 24 * 3_600_000).toISOString(),
});

/** Sessions that began before this instant have ended. */
export const endsSessions = (at: Date) => ({ validAfter: at.toISOString() });

type Losing = { readonly losesAdmin: boolean; readonly evenLast?: boolean };

/** Tries to seize a user without force, the first at once, before a change under way loses its claim: about a second. */
const politeTries = 5;

/** Exponential backoff with full jitter, in ms. */
const pauseMs = (tries: number) => Math.random() * 50 * 2 ** tries;

type Change = {
  readonly action: AuditAction;
  /** Takes rights away: never fails for a version, and overtakes a change that is under way. */
  readonly takesAway?: boolean;
  readonly losesAdmin?: boolean;
  readonly inCognito?: (user: User) => Promise<unknown>;
  /** Takes back from Cognito what `inCognito` gave and the row does not have: the reconciliation would bring it into the row. */
  readonly undo?: (row: User) => Promise<unknown>;
  readonly alsoChange?: (at: Date) => Partial<User>;
  /** Told even where it changes nothing that an event shows. */
  readonly isAlwaysTold?: boolean;
  /** Answered where Cognito refuses for a reason of its own. */
  readonly failure?: ErrorCode;
};

export const userChanges = ({ pool, users, auditTable, configuredGroups, newId, now }: UserChangeCollaborators) => {
  const factsOf = (user: User): AuditedFacts => ({
    roles: rolesOf(user, configuredGroups),
    inRegion: isInRegion(user, configuredGroups),
    enabled: user.enabled,
    status: user.status,
    storeId: user.storeId,
    storeName: user.storeName,
    secondFactor: user.secondFactor,
  });

  /** A user as Cognito says they are, and as the directory alone knows them. */
  const mirrored = (user: User, { enabled, status, groups, secondFactor, email }: PoolUser, at: Date): User => {
    const { inviteExpiresAt, bouncedAt, claimedBy: _, claimedUntil: __, ...rest } = user;
    return userRow({
      ...rest,
      email,
      enabled,
      status,
      groups,
      secondFactor,
      // Of another address nothing is known yet.
      ...(bouncedAt !== undefined && email === user.email && { bouncedAt }),
      ...(status === 'invited' && inviteExpiresAt !== undefined && { inviteExpiresAt }),
      updatedAt: at.toISOString(),
    });
  };

  /** What of a row is not as Cognito says; undefined when nothing is. */
  const driftOf = (user: User, found: PoolUser) => {
    const row = mirrored(user, found, now());
    const difference = differenceOf(factsOf(user), factsOf(row));
    return isNothing(difference) && row.email === user.email ? undefined : difference;
  };

  /** A user of Cognito's whom the directory does not know yet. */
  const newRow = (
    actor: Actor,
    region: RegionId,
    found: PoolUser,
    more: Pick<User, 'storeId' | 'storeName' | 'updatedAt'> & Partial<User>,
  ) => {
    const { changedAt: _, createdAt, ...known } = found;
    return userRow({ ...known, region, createdAt: createdAt.toISOString(), changedBy: actor.requestId, ...more });
  };

  const event = (
    user: Pick<User, 'region' | 'sub' | 'email' | 'id'>,
    action: AuditAction,
    actor: Actor,
    at: Date,
    facts?: ReturnType<typeof differenceOf>,
  ) => auditItem(auditTable, { user, action, actor, id: newId(), now: at, ...facts });

  const withClaim = async <Result>(read: User, losing: Losing, work: (claimed: User) => Promise<Result>) =>
    releaseOnFailure(await users.claim(read, { ...losing, by: newId(), now: now() }), work);

  /** Claims a user whose rights are taken away: waits for a change under way, then overtakes it. */
  const withSeized = async <Result>(user: User, losing: Losing, work: (seized: User) => Promise<Result>) => {
    for (let tries = 1; ; tries += 1) {
      const force = tries > politeTries;
      const seized = await users.seize(user, { ...losing, force, by: newId(), now: now() });
      if (seized) return releaseOnFailure(seized, work);
      await wait(pauseMs(tries));
    }
  };

  const releaseOnFailure = async <Result>(claimed: User, work: (claimed: User) => Promise<Result>): Promise<Result> => {
    try {
      return await work(claimed);
    } catch (error) {
      // Otherwise the claim runs out by itself.
      await users.release(claimed).catch(() => undefined);
      throw error;
    }
  };

  /** The user after the change. What comes to nothing is neither written nor told. Throws LastAdmin, UserNotFoundException, or UserChanged unless it takes rights away. */
  const change = (
    actor: Actor,
    user: User,
    {
      action,
      takesAway = false,
      losesAdmin = false,
      inCognito = async () => {},
      undo,
      alsoChange,
      isAlwaysTold = false,
      failure,
    }: Change,
  ) =>
    (takesAway ? withSeized : withClaim)(user, { losesAdmin }, async (claimed) => {
      const { claimedBy: _, claimedUntil: __, ...read } = claimed;
      await inCognito(claimed).catch((error: unknown) => {
        if (error instanceof AppError || isTransient(error)) throw error;
        if (hasName(error, 'UserNotFoundException')) throw new AppError('UserNotFoundException', { cause: error });
        throw failure === undefined ? error : new AppError(failure, { cause: error });
      });
      const found = await pool.find(read.region, read.sub);
      if (!found) throw new AppError('UserNotFoundException');
      const at = now();
      const row = {
        ...mirrored({ ...read, ...alsoChange?.(at) }, found, at),
        version: read.version + 1,
        changedBy: actor.requestId,
      };
      const difference = differenceOf(factsOf(read), factsOf(row));
      if (!isAlwaysTold && isNothing(difference)) {
        await users.release(claimed);
        return read;
      }
      const told = event(row, action, actor, at, difference);
      const others = [told, ...(actor.onlyWhile ?? [])];
      if (takesAway) await users.takeAway(claimed, row, losesAdmin, others);
      else
        await users.replace(claimed, row, others).catch(async (error: unknown) => {
          const isOvertaken = error instanceof AppError && error.code === 'UserChanged';
          const current = undo && isOvertaken && (await users.get(read.region, read.sub));
          if (current) await undo(current);
          throw error;
        });
      return row;
    });

  return { factsOf, mirrored, driftOf, newRow, event, withClaim, withSeized, change };
};

export type UserChanges = ReturnType<typeof userChanges>;
