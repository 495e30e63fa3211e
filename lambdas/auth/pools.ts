import { createHmac } from 'node:crypto';
import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import {
  AdminInitiateAuthCommand,
  DescribeUserPoolClientCommand,
  GetTokensFromRefreshTokenCommand,
  RevokeTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import type { RegionId } from '#shared/regions.ts';
import { regionIds } from '#shared/regions.ts';
import type { Tokens } from '#lambdas/lib/cookies.ts';
import { once } from '#lambdas/lib/once.ts';

type Pool = { readonly userPoolId: string; readonly clientId: string };

/** What a sign-in comes to: tokens, or a challenge (its name) that has to be answered first. */
export type SignIn = { readonly tokens: Tokens } | { readonly challenge: string };

/** The regions' user pools. Errors are Cognito's own. */
export const userPools = (cognito: CognitoIdentityProviderClient, pools: Readonly<Record<RegionId, Pool>>) => {
  // The client secret stays in Cognito: no environment, no log, no template holds it.
  const secrets = new Map(
    regionIds.map((region) => [
      region,
      once(async () => {
        const { userPoolId, clientId } = pools[region];
        const { UserPoolClient } = await cognito.send(new DescribeUserPoolClientCommand({ UserPoolId: userPoolId, ClientId: clientId }));
        if (!UserPoolClient?.ClientSecret) throw new Error('the client has no secret');
        return UserPoolClient.ClientSecret;
      }),
    ]),
  );
  const secretOf = async (region: RegionId) => (await secrets.get(region)?.()) ?? '';

  return {
    signIn: async (region: RegionId, email: string, password: string): Promise<SignIn> => {
      const { userPoolId, clientId } = pools[region];
      const hash = createHmac('sha256', await secretOf(region)).update(email + clientId).digest('base64');
      const { ChallengeName, AuthenticationResult } = await cognito.send(
        new AdminInitiateAuthCommand({
          UserPoolId: userPoolId,
          ClientId: clientId,
          AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
          AuthParameters: { USERNAME: email, PASSWORD: password, SECRET_HASH: hash },
        }),
      );
      if (!AuthenticationResult) return { challenge: ChallengeName ?? '' };
      const { AccessToken = '', RefreshToken = '' } = AuthenticationResult;
      return { tokens: { accessToken: AccessToken, refreshToken: RefreshToken } };
    },

    refresh: async (region: RegionId, refreshToken: string): Promise<Tokens> => {
      const { AuthenticationResult } = await cognito.send(
        new GetTokensFromRefreshTokenCommand({
          ClientId: pools[region].clientId,
          ClientSecret: await secretOf(region),
          RefreshToken: refreshToken,
        }),
      );
      return {
        accessToken: AuthenticationResult?.AccessToken ?? '',
        refreshToken: AuthenticationResult?.RefreshToken ?? refreshToken,
      };
    },

    revoke: async (region: RegionId, refreshToken: string): Promise<void> => {
      await cognito.send(
        new RevokeTokenCommand({ ClientId: pools[region].clientId, ClientSecret: await secretOf(region), Token: refreshToken }),
      );
    },
  };
};

export type UserPools = ReturnType<typeof userPools>;
