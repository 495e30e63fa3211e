import { hasName } from '#lambdas/lib/aws/errors.ts';
import { AppError } from '#shared/api/errors.ts';
import { regions } from '#shared/config/regions.ts';
import type { Role } from '#shared/users/groups.ts';
import type { Actor } from './audit.ts';
import type { ChangeCollaborators, ChangeSteps } from './change-steps.ts';
import { toConfiguredName } from './configured-name.ts';
import type { DriftRepair } from './drift-repair.ts';
import type { PoolUser } from './pool.ts';
import { toAuditSnapshot, buildNewRow, toInvitationDates } from './row-from-cognito.ts';
import type { StoresStore } from './stores.ts';
import type { User } from './user-row.ts';

export type InvitedUser = Readonly<Pick<User, 'region' | 'email' | 'storeId' | 'storeName'>> & {
  readonly roles: readonly Role[];
};

type Collaborators = Pick<ChangeCollaborators, 'pool' | 'users' | 'configuredGroups' | 'now'> & {
  readonly steps: Pick<
    ChangeSteps,
    'withLease' | 'changeCognito' | 'readChangedRow' | 'createAuditItems' | 'createEvent'
  >;
  readonly stores: Pick<StoresStore, 'add' | 'findMatching'>;
  readonly updateFromCognito: DriftRepair['updateFromCognito'];
  readonly createPassword: () => string;
};

/** Invitations of users by email. */
export type Invitations = {
  /** Invites a user, or completes an interrupted invitation; sends no second email if Cognito has changed the user after `since`. Throws UsernameExistsException or StoreAmbiguous. */
  readonly invite: (
    actor: Actor,
    person: InvitedUser,
    site: string,
    options?: { readonly since?: Date },
  ) => Promise<User>;

  /** Resends an invitation, unless Cognito has changed the user after `since`. Throws InvitationNotPending if the user has already set a password, and updates the row to match. */
  readonly resend: (
    actor: Actor,
    user: User,
    site: string,
    options?: { readonly since?: Date | undefined },
  ) => Promise<User>;
};

export const createInvitations = ({
  pool,
  users,
  stores,
  configuredGroups,
  now,
  steps,
  updateFromCognito,
  createPassword,
}: Collaborators): Invitations => {
  const { withLease, changeCognito, readChangedRow, createAuditItems, createEvent } = steps;

  /** Creates the user in the pool. Returns the existing user if an interrupted invitation has already created it. */
  const ensurePoolUser = async (
    person: InvitedUser,
    site: string,
    since: Date | undefined,
  ): Promise<PoolUser | undefined> => {
    const { region, email } = person;
    const invitationEmail = { email, site, temporaryPassword: createPassword() };
    try {
      await pool.invite(region, invitationEmail);
    } catch (error) {
      if (!hasName(error, 'UsernameExistsException')) throw error;
      const poolUser = await pool.find(region, email);
      const isKnown = poolUser !== undefined && (await users.get(region, poolUser.sub)) !== undefined;
      if (!poolUser || isKnown) throw new AppError('UsernameExistsException', { cause: error });
      // A user who has already set a password through the interrupted invitation needs no new one.
      const isPending = poolUser.status === 'invited';
      if (isPending && (since === undefined || poolUser.changedAt < since))
        await pool.inviteAgain(region, invitationEmail);
      return poolUser;
    }
    return undefined;
  };

  /** Puts the user into exactly the region's group and those of the roles, since an interrupted invitation may have left others. */
  const replaceGroups = async ({ region, email, roles }: InvitedUser, currentNames: readonly string[]) => {
    const names = [regions[region].group, ...roles].map((group) => toConfiguredName(group, configuredGroups));
    for (const name of names) if (!currentNames.includes(name)) await pool.addToGroup(region, email, name);
    for (const name of currentNames) if (!names.includes(name)) await pool.removeFromGroup(region, email, name);
  };

  /** Sends a new temporary password, unless Cognito has changed the user after `since`. */
  const inviteAgain = async ({ region, email, sub }: User, site: string, since: Date | undefined) => {
    if (since) {
      const poolUser = await pool.find(region, sub);
      if (!poolUser || poolUser.changedAt >= since) return;
    }
    try {
      await pool.inviteAgain(region, { email, site, temporaryPassword: createPassword() });
    } catch (error) {
      throw hasName(error, 'UnsupportedUserStateException')
        ? new AppError('InvitationNotPending', { cause: error })
        : error;
    }
  };

  return {
    invite: async (actor, person, site, { since } = {}) => {
      const { region, email } = person;
      // Checked before Cognito creates the user, who would otherwise be left without a row.
      await stores.findMatching(region, person.storeId);
      await users.reserveEmail(region, email, { by: actor.requestId, now: now() });
      try {
        const existingUser = await ensurePoolUser(person, site, since);
        await replaceGroups(person, existingUser?.groups ?? []);
        const poolUser = await pool.find(region, email);
        if (!poolUser) throw new AppError('UserNotFoundException');
        const { storeId, storeName } = await stores.add(region, person, actor.requestId);
        const invitedAt = now();
        const row = buildNewRow(actor, region, poolUser, {
          storeId,
          storeName,
          ...(poolUser.status === 'invited' && toInvitationDates(invitedAt)),
          updatedAt: invitedAt.toISOString(),
        });
        const facts = { before: {}, after: toAuditSnapshot(row, configuredGroups) };
        const auditEvent = createEvent(row, 'invited', actor, invitedAt, facts);
        await users.add(row, [auditEvent, ...(actor.extraTransactItems ?? [])]);
        return row;
      } catch (error) {
        await users.releaseEmail(region, email).catch(() => undefined);
        throw error;
      }
    },

    resend: async (actor, user, site, { since } = {}) => {
      if (user.status !== 'invited') throw new AppError('InvitationNotPending');
      try {
        return await withLease(user, { losesAdmin: false }, async (leasedUser) => {
          await changeCognito(() => inviteAgain(leasedUser, site, since));
          const row = await readChangedRow(actor, leasedUser, toInvitationDates);
          await users.replace(leasedUser, row, createAuditItems(actor, 'invitationResent', leasedUser, row));
          return row;
        });
      } catch (error) {
        const isNotPending = error instanceof AppError && error.code === 'InvitationNotPending';
        const poolUser = isNotPending && (await pool.find(user.region, user.sub));
        if (poolUser) await updateFromCognito(actor, user, poolUser);
        throw error;
      }
    },
  };
};
