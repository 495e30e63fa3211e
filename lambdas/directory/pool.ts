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
import { hasName } from '#lambdas/aws/errors.ts';
import type { RegionId } from '#shared/regions.ts';

/** What Cognito says of a user. Groups are the configured names; `createdAt` and `changedAt` are its own clock's. */
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

type Described = Pick<UserType, 'Enabled' | 'UserStatus' | 'UserCreateDate' | 'UserLastModifiedDate'>;

const listedUser = (described: Described, attributes: readonly AttributeType[] = []): ListedUser => {
  const attribute = (name: string) => attributes.find(({ Name }) => Name === name)?.Value ?? '';
  return {
    sub: attribute('sub'),
    email: attribute('email').toLowerCase(),
    enabled: described.Enabled ?? false,
    status: described.UserStatus === 'FORCE_CHANGE_PASSWORD' ? 'invited' : 'confirmed',
    createdAt: described.UserCreateDate ?? new Date(0),
    changedAt: described.UserLastModifiedDate ?? new Date(0),
  };
};

type Settings = {
  readonly userPoolIds: Readonly<Record<RegionId, string>>;
  readonly configuredGroups: readonly string[];
};

type Invitation = {
  readonly email: string;
  readonly temporaryPassword: string;
  /** Origin that the email links to. */ readonly site: string;
};

/** What admins do in the regions' user pools. `user` is a sub or an email. Errors are Cognito's own. */
export const poolAdmin = (cognito: CognitoIdentityProviderClient, { userPoolIds, configuredGroups }: Settings) => {
  const who = (region: RegionId, user: string) => ({ UserPoolId: userPoolIds[region], Username: user });
  const inGroup = (region: RegionId, user: string, GroupName: string) => ({ ...who(region, user), GroupName });
  /** The most that Cognito lists at once. */
  const wholePages = { client: cognito, pageSize: 60 };

  const groupsOf = async (region: RegionId, user: string): Promise<string[]> => {
    const names: string[] = [];
    for await (const { Groups = [] } of paginateAdminListGroupsForUser({ client: cognito }, who(region, user)))
      names.push(...Groups.flatMap(({ GroupName }) => GroupName ?? []));
    return names.filter((name) => configuredGroups.includes(name));
  };

  const create = (region: RegionId, { email, temporaryPassword }: Invitation, more: Partial<AdminCreateUserRequest>) =>
    cognito.send(
      new AdminCreateUserCommand({
        ...who(region, email),
        // Cognito puts it into the HTML as it is: one of its own making could hold signs that mean something there.
        TemporaryPassword: temporaryPassword,
        DesiredDeliveryMediums: ['EMAIL'],
        ...more,
      }),
    );

  return {
    /** Undefined when Cognito knows no such user. */
    find: async (region: RegionId, user: string): Promise<PoolUser | undefined> => {
      const found = await cognito.send(new AdminGetUserCommand(who(region, user))).catch((error: unknown) => {
        if (hasName(error, 'UserNotFoundException')) return undefined;
        throw error;
      });
      if (!found) return undefined;
      return {
        ...listedUser(found, found.UserAttributes),
        groups: await groupsOf(region, user),
        secondFactor: found.UserMFASettingList?.includes('SOFTWARE_TOKEN_MFA') ?? false,
      };
    },

    /** Whom somebody makes meanwhile may be left out. */
    list: async function* (region: RegionId): AsyncGenerator<ListedUser[]> {
      for await (const { Users = [] } of paginateListUsers(wholePages, { UserPoolId: userPoolIds[region] }))
        yield Users.map((user) => listedUser(user, user.Attributes));
    },

    /** Subs; none where somebody has removed the group. */
    members: async function* (region: RegionId, GroupName: string): AsyncGenerator<string[]> {
      try {
        const ofGroup = { UserPoolId: userPoolIds[region], GroupName };
        for await (const { Users = [] } of paginateListUsersInGroup(wholePages, ofGroup))
          yield Users.map((user) => listedUser(user, user.Attributes).sub);
      } catch (error) {
        if (!hasName(error, 'ResourceNotFoundException')) throw error;
      }
    },

    /** Makes a user and sends the invitation. Throws UsernameExistsException. */
    invite: (region: RegionId, to: Invitation) =>
      create(region, to, {
        // The admin who makes the user vouches for the address.
        UserAttributes: [
          { Name: 'email', Value: to.email },
          { Name: 'email_verified', Value: 'true' },
        ],
        ClientMetadata: { site: to.site },
      }),

    /** Sends a new invitation; the password of the earlier one is void. Throws UnsupportedUserStateException for whoever needs none. */
    inviteAgain: (region: RegionId, to: Invitation) =>
      create(region, to, { MessageAction: 'RESEND', ClientMetadata: { site: to.site, kind: 'resent' } }),

    enable: (region: RegionId, sub: string) => cognito.send(new AdminEnableUserCommand(who(region, sub))),
    disable: (region: RegionId, sub: string) => cognito.send(new AdminDisableUserCommand(who(region, sub))),
    /** Idempotent: somebody who is gone already stays so. */
    remove: async (region: RegionId, sub: string): Promise<void> => {
      await cognito.send(new AdminDeleteUserCommand(who(region, sub))).catch((error: unknown) => {
        if (!hasName(error, 'UserNotFoundException')) throw error;
      });
    },
    addToGroup: (region: RegionId, user: string, group: string) =>
      cognito.send(new AdminAddUserToGroupCommand(inGroup(region, user, group))),
    removeFromGroup: (region: RegionId, user: string, group: string) =>
      cognito.send(new AdminRemoveUserFromGroupCommand(inGroup(region, user, group))),
    signOutEverywhere: (region: RegionId, sub: string) =>
      cognito.send(new AdminUserGlobalSignOutCommand(who(region, sub))),
    dropSecondFactor: (region: RegionId, sub: string) =>
      cognito.send(
        new AdminSetUserMFAPreferenceCommand({
          ...who(region, sub),
          SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false },
        }),
      ),
  };
};

export type PoolAdmin = ReturnType<typeof poolAdmin>;
