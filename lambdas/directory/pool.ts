import type {
  AttributeType,
  CognitoIdentityProviderClient,
  UserStatusType,
} from '@aws-sdk/client-cognito-identity-provider';
import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  AdminListGroupsForUserCommand,
  AdminRemoveUserFromGroupCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminUserGlobalSignOutCommand,
  ListUsersCommand,
  ListUsersInGroupCommand,
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

type Described = {
  readonly Enabled?: boolean | undefined;
  readonly UserStatus?: UserStatusType | undefined;
  readonly UserCreateDate?: Date | undefined;
  readonly UserLastModifiedDate?: Date | undefined;
};

const statusOf = (status: UserStatusType | undefined) =>
  status === 'FORCE_CHANGE_PASSWORD' ? ('invited' as const) : ('confirmed' as const);

const listedUser = (described: Described, attributes: readonly AttributeType[] = []): ListedUser => {
  const attribute = (name: string) => attributes.find(({ Name }) => Name === name)?.Value ?? '';
  return {
    sub: attribute('sub'),
    email: attribute('email').toLowerCase(),
    enabled: described.Enabled ?? false,
    status: statusOf(described.UserStatus),
    createdAt: described.UserCreateDate ?? new Date(0),
    changedAt: described.UserLastModifiedDate ?? new Date(0),
  };
};

/** The most that Cognito lists at once. */
const wholePage = 60;

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

  const groupsOf = async (region: RegionId, user: string): Promise<string[]> => {
    const names: string[] = [];
    let NextToken: string | undefined;
    do {
      const page = await cognito.send(new AdminListGroupsForUserCommand({ ...who(region, user), NextToken }));
      names.push(...(page.Groups ?? []).flatMap(({ GroupName }) => GroupName ?? []));
      NextToken = page.NextToken;
    } while (NextToken);
    return names.filter((name) => configuredGroups.includes(name));
  };

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
      let PaginationToken: string | undefined;
      do {
        const page = await cognito.send(
          new ListUsersCommand({ UserPoolId: userPoolIds[region], Limit: wholePage, PaginationToken }),
        );
        PaginationToken = page.PaginationToken;
        yield (page.Users ?? []).map((user) => listedUser(user, user.Attributes));
      } while (PaginationToken);
    },

    /** Subs; none where somebody has removed the group. */
    members: async function* (region: RegionId, group: string): AsyncGenerator<string[]> {
      let NextToken: string | undefined;
      do {
        const page = await cognito
          .send(
            new ListUsersInGroupCommand({
              UserPoolId: userPoolIds[region],
              GroupName: group,
              Limit: wholePage,
              NextToken,
            }),
          )
          .catch((error: unknown) => {
            if (hasName(error, 'ResourceNotFoundException')) return undefined;
            throw error;
          });
        NextToken = page?.NextToken;
        yield (page?.Users ?? []).map((user) => listedUser(user, user.Attributes).sub);
      } while (NextToken);
    },

    /** Makes a user and sends the invitation. Throws UsernameExistsException. */
    invite: async (region: RegionId, { email, temporaryPassword, site }: Invitation): Promise<void> => {
      await cognito.send(
        new AdminCreateUserCommand({
          ...who(region, email),
          // Cognito puts it into the HTML as it is: one of its own making could hold signs that mean something there.
          TemporaryPassword: temporaryPassword,
          DesiredDeliveryMediums: ['EMAIL'],
          // The admin who makes the user vouches for the address.
          UserAttributes: [
            { Name: 'email', Value: email },
            { Name: 'email_verified', Value: 'true' },
          ],
          ClientMetadata: { site },
        }),
      );
    },

    /** Sends a new invitation; the password of the earlier one is void. Throws UnsupportedUserStateException for whoever needs none. */
    inviteAgain: async (region: RegionId, { email, temporaryPassword, site }: Invitation): Promise<void> => {
      await cognito.send(
        new AdminCreateUserCommand({
          ...who(region, email),
          TemporaryPassword: temporaryPassword,
          DesiredDeliveryMediums: ['EMAIL'],
          MessageAction: 'RESEND',
          ClientMetadata: { site, kind: 'resent' },
        }),
      );
    },

    enable: async (region: RegionId, sub: string): Promise<void> => {
      await cognito.send(new AdminEnableUserCommand(who(region, sub)));
    },
    disable: async (region: RegionId, sub: string): Promise<void> => {
      await cognito.send(new AdminDisableUserCommand(who(region, sub)));
    },
    /** Idempotent: somebody who is gone already stays so. */
    remove: async (region: RegionId, sub: string): Promise<void> => {
      await cognito.send(new AdminDeleteUserCommand(who(region, sub))).catch((error: unknown) => {
        if (!hasName(error, 'UserNotFoundException')) throw error;
      });
    },
    addToGroup: async (region: RegionId, user: string, group: string): Promise<void> => {
      await cognito.send(new AdminAddUserToGroupCommand({ ...who(region, user), GroupName: group }));
    },
    removeFromGroup: async (region: RegionId, user: string, group: string): Promise<void> => {
      await cognito.send(new AdminRemoveUserFromGroupCommand({ ...who(region, user), GroupName: group }));
    },
    signOutEverywhere: async (region: RegionId, sub: string): Promise<void> => {
      await cognito.send(new AdminUserGlobalSignOutCommand(who(region, sub)));
    },
    dropSecondFactor: async (region: RegionId, sub: string): Promise<void> => {
      await cognito.send(
        new AdminSetUserMFAPreferenceCommand({
          ...who(region, sub),
          SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false },
        }),
      );
    },
  };
};

export type PoolAdmin = ReturnType<typeof poolAdmin>;
