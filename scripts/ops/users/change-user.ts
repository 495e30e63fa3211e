import type { Actor } from '#lambdas/lib/users/audit.ts';
import type { PoolUser } from '#lambdas/lib/users/pool.ts';
import type { User } from '#lambdas/lib/users/user-row.ts';
import { isInRegion, findRoles } from '#lambdas/lib/users/user-row.ts';
import { toErrorMessage } from '#scripts/command-line.ts';
import { AppError } from '#shared/api/errors.ts';
import type { ErrorCode } from '#shared/api/errors.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { regions } from '#shared/config/regions.ts';
import type { Role } from '#shared/users/groups.ts';
import type { Directory } from './directory.ts';

type UserReference = { readonly region: RegionId; readonly email: string };

/**
 * Changes that operators make to a user. Before each one, changes made directly in Cognito are copied to the
 * users table.
 */
export const createUserChanges = ({ pool, users, administration, configuredGroups, site }: Directory, actor: Actor) => {
  const syncRow = async (region: RegionId, cognitoUser: PoolUser): Promise<User> => {
    const row = await users.get(region, cognitoUser.sub);
    if (!row) return administration.adopt(actor, region, cognitoUser);
    return (await administration.updateFromCognito(actor, row, cognitoUser)) ?? row;
  };

  const find = async ({ region, email }: UserReference): Promise<User | undefined> => {
    const cognitoUser = await pool.find(region, email);
    return cognitoUser ? syncRow(region, cognitoUser) : users.findByEmail(region, email);
  };
  /** Returns whether the user exists, without copying changes from Cognito. */
  const isKnown = async ({ region, email }: UserReference): Promise<boolean> =>
    ((await pool.find(region, email)) ?? (await users.findByEmail(region, email))) !== undefined;
  const findOrThrow = async (ref: UserReference): Promise<User> => {
    const user = await find(ref);
    if (!user) throw new AppError('UserNotFoundException');
    return user;
  };

  /** Sets exactly these roles, and the region's group. */
  const setRoles = async (user: User, roles: readonly Role[]): Promise<User> => {
    const currentRoles = findRoles(user, configuredGroups);
    const revokedRoles = currentRoles.filter((role) => !roles.includes(role));
    const missingRegionGroup = isInRegion(user, configuredGroups) ? [] : [regions[user.region].group];
    const addedGroups = [...missingRegionGroup, ...roles.filter((role) => !currentRoles.includes(role))];
    return revokedRoles.length + addedGroups.length === 0
      ? user
      : administration.changeGroups(actor, user, { removedRoles: revokedRoles, addedGroups });
  };

  return {
    find,
    isKnown,
    setRoles,
    disable: async (user: UserReference) => administration.disable(actor, await findOrThrow(user)),
    enable: async (user: UserReference) => administration.enable(actor, await findOrThrow(user)),
    remove: async (user: UserReference) => administration.remove(actor, await findOrThrow(user)),
    resetSecondFactor: async (user: UserReference) => administration.resetSecondFactor(actor, await findOrThrow(user)),
    inviteAgain: async (user: UserReference) => administration.resend(actor, await findOrThrow(user), site),
    changeRoles: async (user: UserReference, roles: readonly Role[]) => setRoles(await findOrThrow(user), roles),
  };
};

const messages: Partial<Record<ErrorCode, (email: string) => string>> = {
  UserNotFoundException: (email) => `There is no user ${email} in this region.`,
  UsernameExistsException: (email) => `Somebody else is making ${email} a user at this moment. Repeat the command.`,
  UserChanged: (email) =>
    `Somebody else is changing ${email} at this moment. Look at the user again, then repeat the command.`,
  StoreAmbiguous: () => 'More than one store could be meant by this id. Give it in full, as the portal shows it.',
  LastAdmin: (email) => `${email} is the last administrator of the region. Make somebody else an administrator first.`,
  InvitationNotPending: (email) => `${email} has chosen a password already and needs no invitation.`,
};

export const explainError = (error: unknown, email = 'The user'): string => {
  if (error instanceof AppError) return messages[error.code]?.(email) ?? `${email}: ${error.code}`;
  return toErrorMessage(error);
};
