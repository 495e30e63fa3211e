import type { CognitoIdentityProviderClient, UserStatusType } from '@aws-sdk/client-cognito-identity-provider';
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

const statusOf = (status: UserStatusType | undefined) =>
  status === 'FORCE_CHANGE_PASSWORD' ? ('invited' as const) : ('confirmed' as const);

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

  return {
    /** Undefined when Cognito knows no such user. */
    find: async (region: RegionId, user: string): Promise<PoolUser | undefined> => {
      const found = await cognito.send(new AdminGetUserCommand(who(region, user))).catch((error: unknown) => {
        if (hasName(error, 'UserNotFoundException')) return undefined;
        throw error;
      });
      if (!found) return undefined;
      const attribute = (name: string) => found.UserAttributes?.find(({ Name }) => Name === name)?.Value ?? '';
      const { Groups = [] } = await cognito.send(new AdminListGroupsForUserCommand(who(region, user)));
      return {
        sub: attribute('sub'),
        email: attribute('email').toLowerCase(),
        enabled: found.Enabled ?? false,
        status: statusOf(found.UserStatus),
        groups: Groups.flatMap(({ GroupName }) => GroupName ?? []).filter((name) => configuredGroups.includes(name)),
        secondFactor: found.UserMFASettingList?.includes('SOFTWARE_TOKEN_MFA') ?? false,
        createdAt: found.UserCreateDate ?? new Date(0),
        changedAt: found.UserLastModifiedDate ?? new Date(0),
      };
    },

    /** Makes a user and sends the invitation. Throws UsernameExistsException. */
    invite: async (region: RegionId, { email, temporaryPassword, site }: Invitation): Promise<void> => {
      await cognito.send(
        new AdminCreateUserCommand({
          ...who(region, email),
          // Cognito puts it into the HTML as it is: one of its own making could hold signs that mean something there.
          TemporaryPassword: temporaryPassword,
          DesiredDeliveryMediums: ['EMAIL'],
          // Whoever has the right to make users vouches for the address.
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
    /** No refresh token of the user works any more. */
    signOutEverywhere: async (region: RegionId, sub: string): Promise<void> => {
      await cognito.send(new AdminUserGlobalSignOutCommand(who(region, sub)));
    },
    /** The next sign-in asks for no one-time code. */
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
