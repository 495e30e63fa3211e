import type { TransactItem } from '#lambdas/aws/dynamodb.ts';
import { auditItem } from '#lambdas/directory/audit.ts';
import { userId } from '#lambdas/directory/user-row.ts';
import type { User } from '#lambdas/directory/user-row.ts';
import type { UsersStore } from '#lambdas/directory/users.ts';
import { AppError } from '#shared/errors.ts';
import type { RegionId } from '#shared/regions.ts';
import type { AuditAction, AuditedFacts } from '#shared/users/audit.ts';
import type { UserPools } from './pools.ts';

type Parts = {
  readonly users: Pick<UsersStore, 'get' | 'notePassword' | 'noteSecondFactor' | 'noteEvent'>;
  readonly pools: Pick<UserPools, 'signOutEverywhere' | 'subOf' | 'hasSecondFactor'>;
  readonly auditTable: string;
  readonly newId: () => string;
  readonly now: () => Date;
  readonly wait: (ms: number) => Promise<unknown>;
};

type Facts = { readonly before: AuditedFacts; readonly after: AuditedFacts };
type Who = { readonly region: RegionId; readonly sub: string };
type What = { readonly action: AuditAction; readonly requestId: string; readonly by?: string };

/** How long to wait before each further attempt: all of them fit into the function's time. */
const pausesMs = [100, 300, 900];

/** What users change of themselves. Cognito has changed by then, for good, so what follows is tried again on its own. */
export const ownChanges = ({ users, pools, auditTable, newId, now, wait }: Parts) => {
  const persistently = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    for (const pause of pausesMs) {
      try {
        return await work();
      } catch {
        await wait(pause);
      }
    }
    return work();
  };

  const existing = async ({ region, sub }: Who): Promise<User> => {
    const user = await persistently(() => users.get(region, sub));
    // An invitation that is still being written, or was broken off: whoever registers them again completes it.
    if (!user) throw new AppError('InvitationIncomplete');
    return user;
  };

  const eventOf = (
    user: Pick<User, 'region' | 'sub' | 'email' | 'id'>,
    { action, requestId, by = user.email }: What,
    at: Date,
    facts?: Facts,
  ) => {
    const id = newId();
    const item = auditItem(auditTable, { user, action, actor: { by, requestId }, id, now: at, ...facts });
    return { id, item };
  };

  const notePassword = async ({ now: at, ...done }: Who & What & { readonly now: Date }): Promise<void> => {
    const user = await existing(done);
    const facts: Facts | undefined =
      user.status === 'confirmed' ? undefined : { before: { status: user.status }, after: { status: 'confirmed' } };
    const { id, item } = eventOf(user, done, at, facts);
    await persistently(() => users.notePassword(user, at, item, id));
  };

  /** Every session of the user from before this moment is over, here and in Cognito, each even if the other fails. */
  const endSessions = async (done: Who & What): Promise<void> => {
    const works = [
      notePassword({ ...done, now: now() }),
      persistently(() => pools.signOutEverywhere(done.region, done.sub)),
    ];
    await Promise.allSettled(works);
    await Promise.all(works);
  };

  return {
    notePassword,
    endSessions,

    /** As endSessions, for whoever has this address in Cognito: the directory may know them by another one. */
    endSessionsOf: async ({ email, ...done }: Omit<Who, 'sub'> & What & { readonly email: string }): Promise<void> =>
      endSessions({ ...done, sub: await persistently(() => pools.subOf(done.region, email)) }),

    noteSecondFactor: async (who: Who, isOn: boolean, requestId: string): Promise<void> => {
      const user = await existing(who);
      const action = isOn ? 'secondFactorOn' : 'secondFactorOff';
      const at = now();
      const facts = { before: { secondFactor: user.secondFactor }, after: { secondFactor: isOn } };
      const { id, item } = eventOf(user, { action, requestId }, at, facts);
      await persistently(() => users.noteSecondFactor(user, isOn, at, item, id));
    },

    /**
     * Returns the user as Cognito knows them where a sign-in contradicts the row: with an access token alone, codes can be
     * switched on and off at Cognito, past the portal. Throws NotAuthorizedException if a code has become necessary since the password was checked.
     */
    settleSecondFactor: async (user: User, hasGivenCode: boolean, requestId: string): Promise<User> => {
      if (user.secondFactor === hasGivenCode) return user;
      const secondFactor = await persistently(() => pools.hasSecondFactor(user.region, user.sub));
      if (secondFactor && !hasGivenCode) throw new AppError('NotAuthorizedException');
      if (secondFactor === user.secondFactor) return user;
      const at = now();
      const facts = { before: { secondFactor: user.secondFactor }, after: { secondFactor } };
      const { id, item } = eventOf(user, { action: 'reconciled', by: 'portal', requestId }, at, facts);
      await persistently(() => users.noteSecondFactor(user, secondFactor, at, item, id));
      return { ...user, secondFactor };
    },

    noteWrongCodes: async (who: Who, requestId: string): Promise<void> => {
      const { item } = eventOf(await existing(who), { action: 'codesRefused', requestId }, now());
      await users.noteEvent(item);
    },

    sessionsEnded: ({ region, sub, email }: Who & Pick<User, 'email'>, requestId: string): TransactItem =>
      eventOf({ region, sub, email, id: userId(region, sub) }, { action: 'sessionsEnded', requestId }, now()).item,
  };
};

export type OwnChanges = ReturnType<typeof ownChanges>;
