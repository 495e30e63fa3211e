import type {
  AdminInitiateAuthCommandOutput,
  AuthenticationResultType,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import {
  AdminGetUserCommand,
  AdminInitiateAuthCommand,
  AdminRespondToAuthChallengeCommand,
  AdminUserGlobalSignOutCommand,
  AssociateSoftwareTokenCommand,
  ChangePasswordCommand,
  ConfirmForgotPasswordCommand,
  GetTokensFromRefreshTokenCommand,
  RevokeTokenCommand,
  SetUserMFAPreferenceCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import type { Pool } from '#lambdas/lib/aws/pool-clients.ts';
import { createPoolClients } from '#lambdas/lib/aws/pool-clients.ts';
import type { Challenge, Tokens } from '#lambdas/lib/http/cookies.ts';
import type { RegionId } from '#shared/config/regions.ts';

type SignInResult =
  | { readonly tokens: Tokens }
  | { readonly challenge: Omit<Challenge, 'email'>; readonly challengeType: 'setPassword' | 'secondFactor' };

const challengeTypes = { NEW_PASSWORD_REQUIRED: 'setPassword', SOFTWARE_TOKEN_MFA: 'secondFactor' } as const;
const isKnownChallenge = (name: string | undefined): name is keyof typeof challengeTypes =>
  name !== undefined && Object.hasOwn(challengeTypes, name);

type AuthResponse = Pick<
  AdminInitiateAuthCommandOutput,
  'ChallengeName' | 'ChallengeParameters' | 'Session' | 'AuthenticationResult'
>;

const toSignInResult = (
  { ChallengeName, ChallengeParameters, Session, AuthenticationResult }: AuthResponse,
  usedUsername: string,
) =>
  isKnownChallenge(ChallengeName) && Session
    ? {
        // The next calls need Cognito's own username instead of the email address.
        challenge: { username: ChallengeParameters?.['USER_ID_FOR_SRP'] ?? usedUsername, session: Session },
        challengeType: challengeTypes[ChallengeName],
      }
    : { tokens: toTokens(AuthenticationResult) };

const toTokens = (result: AuthenticationResultType | undefined, previousRefreshToken = ''): Tokens => {
  if (!result?.AccessToken) throw new Error('Cognito answered without tokens, and without a challenge that is known');
  return { accessToken: result.AccessToken, refreshToken: result.RefreshToken ?? previousRefreshToken };
};

/** Calls to the regions' user pools. Throws Cognito's errors unchanged. */
export type UserPools = {
  /** Returns the HMAC of a text with the region's client secret, in base64url. */
  readonly sign: (region: RegionId, text: string) => Promise<string>;
  readonly signIn: (region: RegionId, email: string, password: string) => Promise<SignInResult>;
  /** Answers a `setPassword` challenge; a `secondFactor` challenge may follow. */
  readonly setPassword: (
    region: RegionId,
    challenge: Omit<Challenge, 'email'>,
    password: string,
  ) => Promise<SignInResult>;
  /** Answers a `secondFactor` challenge with a one-time code. */
  readonly answerCode: (region: RegionId, challenge: Omit<Challenge, 'email'>, code: string) => Promise<Tokens>;
  /** Returns a new secret in base32. The previous one stays valid until this one is confirmed. */
  readonly createSecondFactor: (accessToken: string) => Promise<string>;
  /** Confirms the new secret with a code, and turns one-time codes on. */
  readonly confirmSecondFactor: (accessToken: string, code: string) => Promise<void>;
  /** Turns one-time codes off. */
  readonly stopSecondFactor: (accessToken: string) => Promise<unknown>;
  readonly findSub: (region: RegionId, email: string) => Promise<string>;
  readonly hasSecondFactor: (region: RegionId, sub: string) => Promise<boolean>;
  readonly changePassword: (accessToken: string, previousPassword: string, password: string) => Promise<unknown>;
  /** Sets a new password with the code from the email. */
  readonly resetPassword: (region: RegionId, email: string, code: string, password: string) => Promise<unknown>;
  readonly refresh: (region: RegionId, refreshToken: string) => Promise<Tokens>;
  /** Revokes a refresh token and the access tokens issued with it. */
  readonly revoke: (region: RegionId, refreshToken: string) => Promise<unknown>;
  /** Revokes all refresh tokens of a user. */
  readonly signOutEverywhere: (region: RegionId, sub: string) => Promise<unknown>;
};

export const createUserPools = (
  cognito: CognitoIdentityProviderClient,
  pools: Readonly<Record<RegionId, Pool>>,
  readClientSecrets: () => Promise<readonly string[]>,
): UserPools => {
  const { getSecret, createSecretHash, sign } = createPoolClients(readClientSecrets, pools);
  const toPoolIds = (region: RegionId) => ({ UserPoolId: pools[region].userPoolId, ClientId: pools[region].clientId });

  const readClientCredentials = async (region: RegionId) => ({
    ClientId: pools[region].clientId,
    ClientSecret: await getSecret(region),
  });

  const respondToChallenge = async (
    region: RegionId,
    ChallengeName: keyof typeof challengeTypes,
    { username, session }: Omit<Challenge, 'email'>,
    challengeResponses: Readonly<Record<string, string>>,
  ) =>
    cognito.send(
      new AdminRespondToAuthChallengeCommand({
        ...toPoolIds(region),
        ChallengeName,
        Session: session,
        ChallengeResponses: {
          USERNAME: username,
          SECRET_HASH: await createSecretHash(region, username),
          ...challengeResponses,
        },
      }),
    );

  const setSecondFactorPreference = (AccessToken: string, isOn: boolean) =>
    cognito.send(
      new SetUserMFAPreferenceCommand({
        AccessToken,
        SoftwareTokenMfaSettings: { Enabled: isOn, PreferredMfa: isOn },
      }),
    );

  return {
    sign,

    signIn: async (region: RegionId, email: string, password: string): Promise<SignInResult> => {
      const response = await cognito.send(
        new AdminInitiateAuthCommand({
          ...toPoolIds(region),
          AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
          AuthParameters: { USERNAME: email, PASSWORD: password, SECRET_HASH: await createSecretHash(region, email) },
        }),
      );
      return toSignInResult(response, email);
    },

    setPassword: async (region: RegionId, challenge: Omit<Challenge, 'email'>, password: string) => {
      const response = await respondToChallenge(region, 'NEW_PASSWORD_REQUIRED', challenge, { NEW_PASSWORD: password });
      return toSignInResult(response, challenge.username);
    },

    answerCode: async (region: RegionId, challenge: Omit<Challenge, 'email'>, code: string) => {
      const response = await respondToChallenge(region, 'SOFTWARE_TOKEN_MFA', challenge, {
        SOFTWARE_TOKEN_MFA_CODE: code,
      });
      return toTokens(response.AuthenticationResult);
    },

    createSecondFactor: async (accessToken: string): Promise<string> => {
      const { SecretCode } = await cognito.send(new AssociateSoftwareTokenCommand({ AccessToken: accessToken }));
      if (!SecretCode) throw new Error('Cognito answered without a secret');
      return SecretCode;
    },

    confirmSecondFactor: async (accessToken: string, code: string) => {
      await cognito.send(new VerifySoftwareTokenCommand({ AccessToken: accessToken, UserCode: code }));
      await setSecondFactorPreference(accessToken, true);
    },

    stopSecondFactor: (accessToken: string) => setSecondFactorPreference(accessToken, false),

    findSub: async (region: RegionId, email: string): Promise<string> => {
      const { UserAttributes = [] } = await cognito.send(
        new AdminGetUserCommand({ UserPoolId: pools[region].userPoolId, Username: email }),
      );
      const sub = UserAttributes.find(({ Name }) => Name === 'sub')?.Value;
      if (!sub) throw new Error('Cognito knows no sub of the user');
      return sub;
    },

    hasSecondFactor: async (region: RegionId, sub: string): Promise<boolean> => {
      const { UserMFASettingList } = await cognito.send(
        new AdminGetUserCommand({ UserPoolId: pools[region].userPoolId, Username: sub }),
      );
      return UserMFASettingList?.includes('SOFTWARE_TOKEN_MFA') ?? false;
    },

    changePassword: (AccessToken: string, PreviousPassword: string, ProposedPassword: string) =>
      cognito.send(new ChangePasswordCommand({ AccessToken, PreviousPassword, ProposedPassword })),

    resetPassword: async (region: RegionId, email: string, code: string, password: string) =>
      cognito.send(
        new ConfirmForgotPasswordCommand({
          ClientId: pools[region].clientId,
          SecretHash: await createSecretHash(region, email),
          Username: email,
          ConfirmationCode: code,
          Password: password,
        }),
      ),

    refresh: async (region: RegionId, refreshToken: string): Promise<Tokens> => {
      const { AuthenticationResult } = await cognito.send(
        new GetTokensFromRefreshTokenCommand({ ...(await readClientCredentials(region)), RefreshToken: refreshToken }),
      );
      return toTokens(AuthenticationResult, refreshToken);
    },

    revoke: async (region: RegionId, refreshToken: string) =>
      cognito.send(new RevokeTokenCommand({ ...(await readClientCredentials(region)), Token: refreshToken })),

    signOutEverywhere: (region: RegionId, sub: string) =>
      cognito.send(new AdminUserGlobalSignOutCommand({ UserPoolId: pools[region].userPoolId, Username: sub })),
  };
};
