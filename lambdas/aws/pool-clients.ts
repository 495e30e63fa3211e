import { createHmac } from 'node:crypto';
import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DescribeUserPoolClientCommand } from '@aws-sdk/client-cognito-identity-provider';
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

export type Pool = { readonly userPoolId: string; readonly clientId: string };

/** What the regions' app clients prove themselves with. Their secrets stay in Cognito: no environment, no log, no template holds them. */
export const poolClients = (cognito: CognitoIdentityProviderClient, pools: Readonly<Record<RegionId, Pool>>) => {
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
  const secretOf = async (region: RegionId): Promise<string> => (await secrets.get(region)?.()) ?? '';
  const hmac = async (region: RegionId, text: string) => createHmac('sha256', await secretOf(region)).update(text);

  return {
    secretOf,

    /** As Cognito wants it beside a username. */
    secretHash: async (region: RegionId, username: string): Promise<string> =>
      (await hmac(region, username + pools[region].clientId)).digest('base64'),

    /** A signature (HMAC-SHA256, base64url) that nobody else can make or check, since its key never leaves the functions. */
    sign: async (region: RegionId, text: string): Promise<string> => (await hmac(region, text)).digest('base64url'),
  };
};
