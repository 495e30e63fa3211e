import { AdminSetUserPasswordCommand } from '@aws-sdk/client-cognito-identity-provider';
import type { Person } from '#lambdas/directory/administration.ts';
import type { Actor } from '#lambdas/directory/audit.ts';
import type { User } from '#lambdas/directory/user-row.ts';
import { AppError } from '#shared/errors.ts';
import { userChanges } from './changes.ts';
import type { Directory } from './directory.ts';

/** How somebody gets in: by an invitation, by the password that they have been given or have chosen before. */
export type Made = { readonly user: User; readonly by: 'invitation' | 'password' | 'own password' };

/** With exactly these roles and the store that the id means (shared/meant-store.ts), whoever they were before; without a password they are invited (again). May be repeated. */
export const createUser = async (
  directory: Directory,
  actor: Actor,
  person: Person,
  password: string | undefined,
): Promise<Made> => {
  const { cognito, poolOf, administration, site } = directory;
  const { region, email, storeId, storeName, roles } = person;
  const { find, setRoles } = userChanges(directory, actor);
  const who = { UserPoolId: poolOf(region), Username: email };

  const before = await find(person);
  if (!before && password === undefined)
    return { user: await administration.invite(actor, person, site), by: 'invitation' };
  if (!before) await directory.createSilently(region, email);
  const found = before ?? (await find(person));
  if (!found) throw new AppError('UserNotFoundException');

  let user = await setRoles(found, roles);
  if (user.storeId !== storeId) user = await administration.changeStore(actor, user, { storeId, storeName });
  if (password !== undefined) {
    await cognito.send(new AdminSetUserPasswordCommand({ ...who, Password: password, Permanent: true }));
    // Whoever knew an older password is out.
    return { user: await administration.endSessions(actor, user), by: 'password' };
  }
  if (user.status !== 'invited') return { user, by: 'own password' };
  return { user: await administration.resend(actor, user, site), by: 'invitation' };
};
