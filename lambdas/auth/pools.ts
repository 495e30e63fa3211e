import { createHmac } from 'node:crypto';
import type {
  AuthenticationResultType,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import {
  AdminInitiateAuthCommand,
  AdminRespondToAuthChallengeCommand,
  AdminUserGlobalSignOutCommand,
  ChangePasswordCommand,
  ConfirmForgotPasswordCommand,
  DescribeUserPoolClientCommand,
  ForgotPasswordCommand,
  GetTokensFromRefreshTokenCommand,
  RevokeTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import type { Challenge, Tokens } from '#lambdas/http/cookies.ts';
import type { RegionId } from '#shared/regions.ts';
import { regionIds } from '#shared/regions.ts';

/** Asks once per start and remembers the answer; a failure is forgotten, so that the next caller asks again. */
const once = <Value>(ask: () => Promise<Value>): (() => Promise<Value>) => {
  let answer: Promise<Value> | undefined;
  return () => {
    answer ??= ask().catch((error: unknown) => {
      answer = undefined;
      throw error;
    });
    return answer;
  };
};

type Pool = { readonly userPoolId: string; readonly clientId: string };

/** What a sign-in comes to: tokens, or a new password that has to be set first. */
export type SignIn = { readonly tokens: Tokens } | { readonly challenge: Omit<Challenge, 'email'> };

const tokensOf = (result: AuthenticationResultType | undefined, refreshToken = ''): Tokens => {
  if (!result?.AccessToken)
    throw new Error('Cognito answered without tokens, and without the one challenge that is known');
  return { accessToken: result.AccessToken, refreshToken: result.RefreshToken ?? refreshToken };
};

/** The regions' user pools. Errors are Cognito's own. */
export const userPools = (cognito: CognitoIdentityProviderClient, pools: Readonly<Record<RegionId, Pool>>) => {
  // The client secret stays in Cognito: no environment, no log, no template holds it.
  const secrets = new Map(
    regionIds.map((region) => [
      region,
      once(async () => {
        const { userPoolId, clientId } = pools[region];
        const { UserPoolClient } = await cognito.send(
          new DescribeUserPoolClientCommand({ UserPoolId: userPoolId, ClientId: clientId }),
        );
        if (!UserPoolClient?.ClientSecret) throw new Error('the client has no secret');
        return UserPoolClient.ClientSecret;
      }),
    ]),
  );
  const secretOf = async (region: RegionId) => (await secrets.get(region)?.()) ?? '';
  const secretHash = async (region: RegionId, username: string) =>
    createHmac('sha256', await secretOf(region))
      .update(username + pools[region].clientId)
      .digest('base64');

  const ids = (region: RegionId) => ({ UserPoolId: pools[region].userPoolId, ClientId: pools[region].clientId });

  return {
    signIn: async (region: RegionId, email: string, password: string): Promise<SignIn> => {
      const { ChallengeName, ChallengeParameters, Session, AuthenticationResult } = await cognito.send(
        new AdminInitiateAuthCommand({
          ...ids(region),
          AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
          AuthParameters: { USERNAME: email, PASSWORD: password, SECRET_HASH: await secretHash(region, email) },
        }),
      );
      if (ChallengeName !== 'NEW_PASSWORD_REQUIRED' || !Session) return { tokens: tokensOf(AuthenticationResult) };
      // From here on Cognito wants its own name of the user, not the address.
      return { challenge: { username: ChallengeParameters?.['USER_ID_FOR_SRP'] ?? email, session: Session } };
    },

    setPassword: async (
      region: RegionId,
      { username, session }: Omit<Challenge, 'email'>,
      password: string,
    ): Promise<Tokens> => {
      const { AuthenticationResult } = await cognito.send(
        new AdminRespondToAuthChallengeCommand({
          ...ids(region),
          ChallengeName: 'NEW_PASSWORD_REQUIRED',
          Session: session,
          ChallengeResponses: {
            USERNAME: username,
            NEW_PASSWORD: password,
            SECRET_HASH: await secretHash(region, username),
          },
        }),
      );
      return tokensOf(AuthenticationResult);
    },

    changePassword: async (accessToken: string, oldPassword: string, password: string): Promise<void> => {
      await cognito.send(
        new ChangePasswordCommand({
          AccessToken: accessToken,
          PreviousPassword: oldPassword,
          ProposedPassword: password,
        }),
      );
    },

    /** Has a code sent; `site` is the origin that the email links to. */
    requestCode: async (region: RegionId, email: string, site: string): Promise<void> => {
      await cognito.send(
        new ForgotPasswordCommand({
          ClientId: pools[region].clientId,
          SecretHash: await secretHash(region, email),
          Username: email,
          ClientMetadata: { site },
        }),
      );
    },

    resetPassword: async (region: RegionId, email: string, code: string, password: string): Promise<void> => {
      await cognito.send(
        new ConfirmForgotPasswordCommand({
          ClientId: pools[region].clientId,
          SecretHash: await secretHash(region, email),
          Username: email,
          ConfirmationCode: code,
          Password: password,
        }),
      );
    },

    refresh: async (region: RegionId, refreshToken: string): Promise<Tokens> => {
      const { AuthenticationResult } = await cognito.send(
        new GetTokensFromRefreshTokenCommand({
          ClientId: pools[region].clientId,
          ClientSecret: await secretOf(region),
          RefreshToken: refreshToken,
        }),
      );
      return tokensOf(AuthenticationResult, refreshToken);
    },

    revoke: async (region: RegionId, refreshToken: string): Promise<void> => {
      await cognito.send(
        new RevokeTokenCommand({
          ClientId: pools[region].clientId,
          ClientSecret: await secretOf(region),
          Token: refreshToken,
        }),
      );
    },

    /** No refresh token of the user works any more. */
    signOutEverywhere: async (region: RegionId, sub: string): Promise<void> => {
      await cognito.send(new AdminUserGlobalSignOutCommand({ UserPoolId: pools[region].userPoolId, Username: sub }));
    },
  };
};

export type UserPools = ReturnType<typeof userPools>;
