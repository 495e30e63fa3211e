import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import {
  AdminCreateUserCommand,
  AdminSetUserPasswordCommand,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import type { User } from '#lambdas/directory/users.ts';
import { userRow } from '#lambdas/directory/users.ts';
import type { Person } from './person.ts';
import { attributesOf, settle } from './person.ts';

/**
 * Makes a user who can sign in: in Cognito first, then the directory's row from what Cognito says.
 * Can be repeated after an interruption: whoever exists is completed, with the new password and groups.
 */
export const addUser = async (
  cognito: CognitoIdentityProviderClient,
  userPoolId: string,
  putUser: (row: User) => Promise<void>,
  { password, ...person }: Person & { readonly password: string },
): Promise<User> => {
  const who = { UserPoolId: userPoolId, Username: person.email };
  await cognito
    .send(new AdminCreateUserCommand({ ...who, MessageAction: 'SUPPRESS', UserAttributes: attributesOf(person) }))
    .catch((error: unknown) => {
      if (!(error instanceof UsernameExistsException)) throw error;
    });
  await cognito.send(new AdminSetUserPasswordCommand({ ...who, Password: password, Permanent: true }));
  const facts = await settle(cognito, userPoolId, person);
  // Cognito has just noted the new password: sessions begun with an older one end here.
  const row = userRow({ ...person, ...facts, status: 'confirmed', validAfter: facts.updatedAt });
  await putUser(row);
  return row;
};
