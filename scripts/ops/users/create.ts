import { AdminSetUserPasswordCommand } from '@aws-sdk/client-cognito-identity-provider';
import type { Actor } from '#lambdas/lib/users/audit.ts';
import type { InvitedUser } from '#lambdas/lib/users/invitations.ts';
import type { User } from '#lambdas/lib/users/user-row.ts';
import { AppError } from '#shared/api/errors.ts';
import { createUserChanges } from './change-user.ts';
import type { Directory } from './directory.ts';

/**
 * Created or updated user, and how they sign in: by invitation, the given password, or the password they have chosen.
 */
export type CreatedUser = { readonly user: User; readonly signInMethod: 'invitation' | 'password' | 'own password' };

/**
 * Creates or updates a user with exactly these roles and the store matching the id (shared/stores/store-match.ts). Without a
 * password, the user is invited (again). Can be repeated.
 */
export const createUser = async (
  directory: Directory,
  actor: Actor,
  person: InvitedUser,
  password: string | undefined,
): Promise<CreatedUser> => {
  const { cognito, findPoolId, administration, site } = directory;
  const { region, email, storeId, storeName, roles } = person;
  const { find, setRoles } = createUserChanges(directory, actor);
  const cognitoUser = { UserPoolId: findPoolId(region), Username: email };

  const existingUser = await find(person);
  if (!existingUser && password === undefined)
    return { user: await administration.invite(actor, person, site), signInMethod: 'invitation' };
  if (!existingUser) await directory.createSilently(region, email);
  const currentUser = existingUser ?? (await find(person));
  if (!currentUser) throw new AppError('UserNotFoundException');

  let user = await setRoles(currentUser, roles);
  if (user.storeId !== storeId) user = await administration.changeStore(actor, user, { storeId, storeName });
  if (password !== undefined) {
    await cognito.send(new AdminSetUserPasswordCommand({ ...cognitoUser, Password: password, Permanent: true }));
    // Ends sessions that were started with an older password.
    return { user: await administration.endSessions(actor, user), signInMethod: 'password' };
  }
  if (user.status !== 'invited') return { user, signInMethod: 'own password' };
  return { user: await administration.resend(actor, user, site), signInMethod: 'invitation' };
};
