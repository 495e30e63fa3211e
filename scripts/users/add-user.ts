import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminGetUserCommand,
  AdminListGroupsForUserCommand,
  AdminSetUserPasswordCommand,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import type { RegionId } from '#shared/regions.ts';
import type { User } from '#lambdas/lib/users.ts';
import { userRow } from '#lambdas/lib/users.ts';

export type NewUser = {
  readonly region: RegionId;
  readonly email: string;
  readonly password: string;
  readonly storeId: string;
  readonly storeName: string;
  /** Configured names. */
  readonly groups: readonly string[];
};

/**
 * Makes a user who can sign in: in Cognito first, then the directory's row from what Cognito says.
 * Can be repeated after an interruption: whoever exists is completed, with the new password and groups.
 */
export const addUser = async (
  cognito: CognitoIdentityProviderClient,
  userPoolId: string,
  putUser: (row: User) => Promise<void>,
  { region, email, password, storeId, storeName, groups }: NewUser,
): Promise<User> => {
  const who = { UserPoolId: userPoolId, Username: email };
  await cognito
    .send(
      new AdminCreateUserCommand({
        ...who,
        MessageAction: 'SUPPRESS',
        UserAttributes: [{ Name: 'email', Value: email }, { Name: 'email_verified', Value: 'true' }],
      }),
    )
    .catch((error: unknown) => {
      if (!(error instanceof UsernameExistsException)) throw error;
    });
  await cognito.send(new AdminSetUserPasswordCommand({ ...who, Password: password, Permanent: true }));
  for (const GroupName of groups) await cognito.send(new AdminAddUserToGroupCommand({ ...who, GroupName }));

  const found = await cognito.send(new AdminGetUserCommand(who));
  const { Groups = [] } = await cognito.send(new AdminListGroupsForUserCommand(who));
  const row = userRow({
    region,
    sub: found.UserAttributes?.find(({ Name }) => Name === 'sub')?.Value ?? '',
    email,
    storeId,
    storeName,
    groups: Groups.flatMap(({ GroupName }) => GroupName ?? []),
    enabled: found.Enabled ?? false,
    status: 'confirmed',
    createdAt: (found.UserCreateDate ?? new Date()).toISOString(),
    updatedAt: (found.UserLastModifiedDate ?? new Date()).toISOString(),
  });
  await putUser(row);
  return row;
};
