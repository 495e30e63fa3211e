import type { Actor } from '#lambdas/directory/audit.ts';
import type { User } from '#lambdas/directory/user-row.ts';
import { isInRegion, rolesOf } from '#lambdas/directory/user-row.ts';
import { AppError } from '#shared/errors.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { Role } from '#shared/groups.ts';
import type { RegionId } from '#shared/regions.ts';
import { regions } from '#shared/regions.ts';
import { messageOf } from '../command-line.ts';
import type { Directory } from './directory.ts';

type Who = { readonly region: RegionId; readonly email: string };

/** What operators change of one user. Whatever somebody has changed in Cognito itself is brought into the directory first. */
export const userChanges = ({ pool, users, administration, configuredGroups, site }: Directory, actor: Actor) => {
  const rowOf = async (region: RegionId, found: NonNullable<Awaited<ReturnType<typeof pool.find>>>): Promise<User> => {
    const row = await users.get(region, found.sub);
    if (!row) return administration.adopt(actor, region, found);
    return (await administration.mirror(actor, row, found)) ?? row;
  };

  const find = async ({ region, email }: Who): Promise<User | undefined> => {
    const found = await pool.find(region, email);
    return found ? rowOf(region, found) : users.findByEmail(region, email);
  };
  /** Changes nothing, not even what has changed in Cognito itself. */
  const isKnown = async ({ region, email }: Who): Promise<boolean> =>
    ((await pool.find(region, email)) ?? (await users.findByEmail(region, email))) !== undefined;
  const existing = async (who: Who): Promise<User> => {
    const user = await find(who);
    if (!user) throw new AppError('UserNotFoundException');
    return user;
  };

  /** Exactly these roles, and the region's own group. */
  const setRoles = async (user: User, wanted: readonly Role[]): Promise<User> => {
    const held = rolesOf(user, configuredGroups);
    const taken = held.filter((role) => !wanted.includes(role));
    const ofRegion = isInRegion(user, configuredGroups) ? [] : [regions[user.region].group];
    const given = [...ofRegion, ...wanted.filter((role) => !held.includes(role))];
    return taken.length + given.length === 0 ? user : administration.changeGroups(actor, user, { taken, given });
  };

  return {
    find,
    isKnown,
    setRoles,
    disable: async (who: Who) => administration.disable(actor, await existing(who)),
    enable: async (who: Who) => administration.enable(actor, await existing(who)),
    remove: async (who: Who) => administration.remove(actor, await existing(who)),
    resetSecondFactor: async (who: Who) => administration.resetSecondFactor(actor, await existing(who)),
    inviteAgain: async (who: Who) => administration.resend(actor, await existing(who), site),
    roles: async (who: Who, wanted: readonly Role[]) => setRoles(await existing(who), wanted),
  };
};

const sentences: Partial<Record<ErrorCode, (email: string) => string>> = {
  UserNotFoundException: (email) => `There is no user ${email} in this region.`,
  UsernameExistsException: (email) => `Somebody else is making ${email} a user at this moment. Repeat the command.`,
  UserChanged: (email) =>
    `Somebody else is changing ${email} at this moment. Look at the user again, then repeat the command.`,
  StoreAmbiguous: () => 'More than one store could be meant by this id. Give it in full, as the portal shows it.',
  LastAdmin: (email) => `${email} is the last administrator of the region. Make somebody else an administrator first.`,
  InvitationNotPending: (email) => `${email} has chosen a password already and needs no invitation.`,
};

export const explained = (error: unknown, email = 'The user'): string => {
  if (error instanceof AppError) return sentences[error.code]?.(email) ?? `${email}: ${error.code}`;
  return messageOf(error);
};
