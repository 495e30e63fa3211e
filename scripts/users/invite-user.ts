import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import {
  AdminCreateUserCommand,
  UnsupportedUserStateException,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import type { User } from '#lambdas/directory/users.ts';
import { userRow } from '#lambdas/directory/users.ts';
import { limits } from '#shared/limits.ts';
import type { Person } from './person.ts';
import { attributesOf, settle } from './person.ts';

const day = 24 * 3_600_000;

/**
 * Sends somebody an invitation with a temporary password; `site` is the origin that its link leads to.
 * Whoever is invited already gets a new one, and the old is void. Throws for people who have chosen a password.
 */
export const inviteUser = async (
  cognito: CognitoIdentityProviderClient,
  userPoolId: string,
  putUser: (row: User) => Promise<void>,
  person: Person,
  { site, now, temporaryPassword }: { readonly site: string; readonly now: Date; readonly temporaryPassword: string },
): Promise<User> => {
  const invitation = {
    UserPoolId: userPoolId,
    Username: person.email,
    // Cognito puts it into the HTML as it is: one of its own making could hold signs that mean something there.
    TemporaryPassword: temporaryPassword,
    DesiredDeliveryMediums: ['EMAIL' as const],
  };
  const send = () =>
    cognito.send(
      new AdminCreateUserCommand({ ...invitation, UserAttributes: attributesOf(person), ClientMetadata: { site } }),
    );
  const sendAgain = () =>
    cognito.send(
      new AdminCreateUserCommand({ ...invitation, MessageAction: 'RESEND', ClientMetadata: { site, kind: 'resent' } }),
    );

  await send()
    .catch((error: unknown) => {
      if (error instanceof UsernameExistsException) return sendAgain();
      throw error;
    })
    .catch((error: unknown) => {
      if (!(error instanceof UnsupportedUserStateException)) throw error;
      throw new Error(`${person.email} has chosen a password already and needs no invitation.`, { cause: error });
    });
  const row = userRow({
    ...person,
    ...(await settle(cognito, userPoolId, person)),
    status: 'invited',
    inviteExpiresAt: new Date(now.getTime() + limits.invitationDays * day).toISOString(),
  });
  await putUser(row);
  return row;
};
