import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import {
  AdminAddUserToGroupCommand,
  AdminGetUserCommand,
  AdminListGroupsForUserCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import type { RegionId } from '#shared/regions.ts';

/** Somebody to be made a user, as the operator describes them. */
export type Person = {
  readonly region: RegionId;
  readonly email: string;
  readonly storeId: string;
  readonly storeName: string;
  /** Configured names. */
  readonly groups: readonly string[];
};

/** Puts a user of the pool into the person's groups, and answers what Cognito then says of them. */
export const settle = async (cognito: CognitoIdentityProviderClient, userPoolId: string, { email, groups }: Person) => {
  const who = { UserPoolId: userPoolId, Username: email };
  for (const GroupName of groups) await cognito.send(new AdminAddUserToGroupCommand({ ...who, GroupName }));
  const found = await cognito.send(new AdminGetUserCommand(who));
  const { Groups = [] } = await cognito.send(new AdminListGroupsForUserCommand(who));
  return {
    sub: found.UserAttributes?.find(({ Name }) => Name === 'sub')?.Value ?? '',
    groups: Groups.flatMap(({ GroupName }) => GroupName ?? []),
    enabled: found.Enabled ?? false,
    createdAt: (found.UserCreateDate ?? new Date()).toISOString(),
    updatedAt: (found.UserLastModifiedDate ?? new Date()).toISOString(),
  };
};

/** The attributes of a new user: whoever has the right to make users vouches for the address. */
export const attributesOf = ({ email }: Person) => [
  { Name: 'email', Value: email },
  { Name: 'email_verified', Value: 'true' },
];
