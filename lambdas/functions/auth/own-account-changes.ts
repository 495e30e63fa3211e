import type { TransactItem } from '#lambdas/lib/aws/dynamodb.ts';
import { buildAuditItem } from '#lambdas/lib/users/audit.ts';
import { toUserId } from '#lambdas/lib/users/user-row.ts';
import type { User } from '#lambdas/lib/users/user-row.ts';
import type { UsersStore } from '#lambdas/lib/users/users.ts';
import { AppError } from '#shared/api/errors.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { AuditAction, AuditSnapshot } from '#shared/users/audit.ts';
import type { UserPools } from './auth-pools.ts';

type Collaborators = {
  readonly users: Pick<UsersStore, 'get' | 'recordPasswordChange' | 'recordSecondFactor' | 'recordEvent'>;
  readonly pools: Pick<UserPools, 'signOutEverywhere' | 'findSub' | 'hasSecondFactor'>;
  readonly auditTable: string;
  readonly newId: () => string;
  readonly now: () => Date;
  readonly wait: (ms: number) => Promise<unknown>;
};

type StateChange = { readonly before: AuditSnapshot; readonly after: AuditSnapshot };
type UserRef = { readonly region: RegionId; readonly sub: string };
type EventDetails = { readonly action: AuditAction; readonly requestId: string; readonly by?: string };

/** Delays before the retries, in ms. Their sum is well below the function's timeout. */
const retryDelaysMs = [100, 300, 900];

/** Records changes that users make to their own accounts. Cognito has already changed and cannot be rolled back, so each step is retried separately. */
export type OwnAccountChanges = {
  /** Records a new password: completes the invitation and ends sessions from before `now`. Throws InvitationIncomplete. */
  readonly recordPasswordChange: (change: UserRef & EventDetails & { readonly now: Date }) => Promise<void>;

  /** Ends all current sessions of the user, in the portal and in Cognito. Attempts both even if one fails. */
  readonly endSessions: (change: UserRef & EventDetails) => Promise<void>;

  /** Does the same as endSessions for the user with this email in Cognito, which may differ from the email in the users table. */
  readonly endSessionsByEmail: (
    change: Omit<UserRef, 'sub'> & EventDetails & { readonly email: string },
  ) => Promise<void>;

  /** Records that the user has turned one-time codes on or off. */
  readonly recordSecondFactor: (userRef: UserRef, isOn: boolean, requestId: string) => Promise<void>;

  /**
   * Returns the user with the second factor as it is in Cognito, and corrects the row if a sign-in contradicts it: an access token is
   * enough to switch codes on and off directly in Cognito. Throws NotAuthorizedException if Cognito requires a code that was not given.
   */
  readonly reconcileSecondFactor: (user: User, hasGivenCode: boolean, requestId: string) => Promise<User>;

  /** Records that too many wrong one-time codes were entered. */
  readonly recordWrongCodes: (userRef: UserRef, requestId: string) => Promise<void>;

  /** Builds the write of an audit event about sessions that the user has ended. */
  readonly createSessionsEndedEvent: (user: UserRef & Pick<User, 'email'>, requestId: string) => TransactItem;
};

export const createOwnAccountChanges = ({
  users,
  pools,
  auditTable,
  newId,
  now,
  wait,
}: Collaborators): OwnAccountChanges => {
  const retry = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    for (const delayMs of retryDelaysMs) {
      try {
        return await work();
      } catch {
        await wait(delayMs);
      }
    }
    return work();
  };

  const requireUser = async ({ region, sub }: UserRef): Promise<User> => {
    const user = await retry(() => users.get(region, sub));
    // The row is missing while an invitation is being written or after one was interrupted; inviting the user again completes it.
    if (!user) throw new AppError('InvitationIncomplete');
    return user;
  };

  const createEvent = (
    user: Pick<User, 'region' | 'sub' | 'email' | 'id'>,
    { action, requestId, by = user.email }: EventDetails,
    occurredAt: Date,
    stateChange?: StateChange,
  ) => {
    const id = newId();
    const item = buildAuditItem(auditTable, {
      user,
      action,
      actor: { by, requestId },
      id,
      now: occurredAt,
      ...stateChange,
    });
    return { id, item };
  };

  const recordPasswordChange = async ({
    now: changedAt,
    ...change
  }: UserRef & EventDetails & { readonly now: Date }): Promise<void> => {
    const user = await requireUser(change);
    const stateChange: StateChange | undefined =
      user.status === 'confirmed' ? undefined : { before: { status: user.status }, after: { status: 'confirmed' } };
    const { id, item } = createEvent(user, change, changedAt, stateChange);
    await retry(() => users.recordPasswordChange(user, changedAt, item, id));
  };

  const endSessions = async (change: UserRef & EventDetails): Promise<void> => {
    const operations = [
      // Whatever the action, this also ends the sessions that started before now.
      recordPasswordChange({ ...change, now: now() }),
      retry(() => pools.signOutEverywhere(change.region, change.sub)),
    ];
    await Promise.allSettled(operations);
    await Promise.all(operations);
  };

  return {
    recordPasswordChange,
    endSessions,

    endSessionsByEmail: async ({
      email,
      ...change
    }: Omit<UserRef, 'sub'> & EventDetails & { readonly email: string }): Promise<void> =>
      endSessions({ ...change, sub: await retry(() => pools.findSub(change.region, email)) }),

    recordSecondFactor: async (userRef: UserRef, isOn: boolean, requestId: string): Promise<void> => {
      const user = await requireUser(userRef);
      const action = isOn ? 'secondFactorOn' : 'secondFactorOff';
      const changedAt = now();
      const stateChange = { before: { secondFactor: user.secondFactor }, after: { secondFactor: isOn } };
      const { id, item } = createEvent(user, { action, requestId }, changedAt, stateChange);
      await retry(() => users.recordSecondFactor(user, isOn, changedAt, item, id));
    },

    reconcileSecondFactor: async (user: User, hasGivenCode: boolean, requestId: string): Promise<User> => {
      if (user.secondFactor === hasGivenCode) return user;
      const secondFactor = await retry(() => pools.hasSecondFactor(user.region, user.sub));
      if (secondFactor && !hasGivenCode) throw new AppError('NotAuthorizedException');
      if (secondFactor === user.secondFactor) return user;
      const changedAt = now();
      const stateChange = { before: { secondFactor: user.secondFactor }, after: { secondFactor } };
      const { id, item } = createEvent(user, { action: 'reconciled', by: 'portal', requestId }, changedAt, stateChange);
      await retry(() => users.recordSecondFactor(user, secondFactor, changedAt, item, id));
      return { ...user, secondFactor };
    },

    recordWrongCodes: async (userRef: UserRef, requestId: string): Promise<void> => {
      const { item } = createEvent(await requireUser(userRef), { action: 'codesRefused', requestId }, now());
      await users.recordEvent(item);
    },

    createSessionsEndedEvent: (
      { region, sub, email }: UserRef & Pick<User, 'email'>,
      requestId: string,
    ): TransactItem =>
      createEvent({ region, sub, email, id: toUserId(region, sub) }, { action: 'sessionsEnded', requestId }, now())
        .item,
  };
};
