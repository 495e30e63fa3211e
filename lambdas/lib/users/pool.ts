import type {
  AdminCreateUserRequest,
  AttributeType,
  CognitoIdentityProviderClient,
  UserType,
} from '@aws-sdk/client-cognito-identity-provider';
import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  AdminRemoveUserFromGroupCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminUserGlobalSignOutCommand,
  paginateAdminListGroupsForUser,
  paginateListUsers,
  paginateListUsersInGroup,
} from '@aws-sdk/client-cognito-identity-provider';
import { hasName } from '#lambdas/lib/aws/errors.ts';
import type { RegionId } from '#shared/config/regions.ts';

/** User as stored in Cognito. Groups are the configured names; `createdAt` and `changedAt` come from Cognito's clock. */
export type PoolUser = {
  readonly sub: string;
  readonly email: string;
  readonly enabled: boolean;
  readonly status: 'confirmed' | 'invited';
  readonly groups: string[];
  readonly secondFactor: boolean;
  readonly createdAt: Date;
  readonly changedAt: Date;
};

export type ListedUser = Omit<PoolUser, 'groups' | 'secondFactor'>;

type CognitoUser = Pick<UserType, 'Enabled' | 'UserStatus' | 'UserCreateDate' | 'UserLastModifiedDate'>;

const toListedUser = (cognitoUser: CognitoUser, attributes: readonly AttributeType[] = []): ListedUser => {
  const findAttribute = (name: string) => attributes.find(({ Name }) => Name === name)?.Value ?? '';
  return {
    sub: findAttribute('sub'),
    email: findAttribute('email').toLowerCase(),
    enabled: cognitoUser.Enabled ?? false,
    status: cognitoUser.UserStatus === 'FORCE_CHANGE_PASSWORD' ? 'invited' : 'confirmed',
    createdAt: cognitoUser.UserCreateDate ?? new Date(0),
    changedAt: cognitoUser.UserLastModifiedDate ?? new Date(0),
  };
};

type Settings = {
  readonly userPoolIds: Readonly<Record<RegionId, string>>;
  readonly configuredGroups: readonly string[];
};

type Invitation = {
  readonly email: string;
  readonly temporaryPassword: string;
  /** Origin that the email links to. */
  readonly site: string;
};

/** Admin calls to the regions' user pools. `user` is a sub or an email. Throws Cognito's errors unchanged. */
export type PoolAdmin = {
  /** Returns undefined if the user does not exist. */
  readonly find: (region: RegionId, user: string) => Promise<PoolUser | undefined>;
  /** Lists all users by pages. May omit users that are created meanwhile. */
  readonly list: (region: RegionId) => AsyncGenerator<ListedUser[]>;
  /** Lists the subs of a group's members by pages; nothing if the group has been deleted. */
  readonly listMembers: (region: RegionId, group: string) => AsyncGenerator<string[]>;
  /** Creates a user and sends the invitation. Throws UsernameExistsException. */
  readonly invite: (region: RegionId, to: Invitation) => Promise<unknown>;
  /** Sends a new invitation, which invalidates the earlier password. Throws UnsupportedUserStateException if the user has already set one. */
  readonly inviteAgain: (region: RegionId, to: Invitation) => Promise<unknown>;
  readonly enable: (region: RegionId, sub: string) => Promise<unknown>;
  /** Prevents sign-in. Refresh tokens stay, and work again once the user is enabled. */
  readonly disable: (region: RegionId, sub: string) => Promise<unknown>;
  /** Deletes a user; does nothing if the user does not exist. */
  readonly remove: (region: RegionId, sub: string) => Promise<void>;
  readonly addToGroup: (region: RegionId, user: string, group: string) => Promise<unknown>;
  readonly removeFromGroup: (region: RegionId, user: string, group: string) => Promise<unknown>;
  /** Revokes all refresh tokens of a user. */
  readonly signOutEverywhere: (region: RegionId, sub: string) => Promise<unknown>;
  /** Turns off one-time codes for a user. */
  readonly dropSecondFactor: (region: RegionId, sub: string) => Promise<unknown>;
};

export const createPoolAdmin = (
  cognito: CognitoIdentityProviderClient,
  { userPoolIds, configuredGroups }: Settings,
): PoolAdmin => {
  const toUserInput = (region: RegionId, user: string) => ({ UserPoolId: userPoolIds[region], Username: user });
  const toGroupInput = (region: RegionId, user: string, GroupName: string) => ({
    ...toUserInput(region, user),
    GroupName,
  });
  /** 60 is the largest page that Cognito returns. */
  const pagination = { client: cognito, pageSize: 60 };

  const listGroups = async (region: RegionId, user: string): Promise<string[]> => {
    const names: string[] = [];
    for await (const { Groups = [] } of paginateAdminListGroupsForUser({ client: cognito }, toUserInput(region, user)))
      names.push(...Groups.flatMap(({ GroupName }) => GroupName ?? []));
    return names.filter((name) => configuredGroups.includes(name));
  };

  const createUser = (
    region: RegionId,
    { email, temporaryPassword }: Invitation,
    extraInput: Partial<AdminCreateUserRequest>,
  ) =>
    cognito.send(
      new AdminCreateUserCommand({
        ...toUserInput(region, email),
        // Cognito inserts the password into the HTML unescaped, and one that it generates could contain HTML characters.
        TemporaryPassword: temporaryPassword,
        DesiredDeliveryMediums: ['EMAIL'],
        ...extraInput,
      }),
    );

  return {
    find: async (region: RegionId, user: string): Promise<PoolUser | undefined> => {
      const response = await cognito
        .send(new AdminGetUserCommand(toUserInput(region, user)))
        .catch((error: unknown) => {
          if (hasName(error, 'UserNotFoundException')) return undefined;
          throw error;
        });
      if (!response) return undefined;
      return {
        ...toListedUser(response, response.UserAttributes),
        groups: await listGroups(region, user),
        secondFactor: response.UserMFASettingList?.includes('SOFTWARE_TOKEN_MFA') ?? false,
      };
    },

    list: async function* (region: RegionId): AsyncGenerator<ListedUser[]> {
      for await (const { Users = [] } of paginateListUsers(pagination, { UserPoolId: userPoolIds[region] }))
        yield Users.map((user) => toListedUser(user, user.Attributes));
    },

    listMembers: async function* (region: RegionId, GroupName: string): AsyncGenerator<string[]> {
      try {
        const input = { UserPoolId: userPoolIds[region], GroupName };
        for await (const { Users = [] } of paginateListUsersInGroup(pagination, input))
          yield Users.map((user) => toListedUser(user, user.Attributes).sub);
      } catch (error) {
        if (!hasName(error, 'ResourceNotFoundException')) throw error;
      }
    },

    invite: (region: RegionId, to: Invitation) =>
      createUser(region, to, {
        // The admin who invites the user vouches for the address.
        UserAttributes: [
          { Name: 'email', Value: to.email },
          { Name: 'email_verified', Value: 'true' },
        ],
        ClientMetadata: { site: to.site },
      }),

    inviteAgain: (region: RegionId, to: Invitation) =>
      createUser(region, to, { MessageAction: 'RESEND', ClientMetadata: { site: to.site, kind: 'resent' } }),

    enable: (region: RegionId, sub: string) => cognito.send(new AdminEnableUserCommand(toUserInput(region, sub))),
    disable: (region: RegionId, sub: string) => cognito.send(new AdminDisableUserCommand(toUserInput(region, sub))),
    remove: async (region: RegionId, sub: string): Promise<void> => {
      await cognito.send(new AdminDeleteUserCommand(toUserInput(region, sub))).catch((error: unknown) => {
        if (!hasName(error, 'UserNotFoundException')) throw error;
      });
    },
    addToGroup: (region: RegionId, user: string, group: string) =>
      cognito.send(new AdminAddUserToGroupCommand(toGroupInput(region, user, group))),
    removeFromGroup: (region: RegionId, user: string, group: string) =>
      cognito.send(new AdminRemoveUserFromGroupCommand(toGroupInput(region, user, group))),
    signOutEverywhere: (region: RegionId, sub: string) =>
      cognito.send(new AdminUserGlobalSignOutCommand(toUserInput(region, sub))),
    dropSecondFactor: (region: RegionId, sub: string) =>
      cognito.send(
        new AdminSetUserMFAPreferenceCommand({
          ...toUserInput(region, sub),
          SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false },
        }),
      ),
  };
};
