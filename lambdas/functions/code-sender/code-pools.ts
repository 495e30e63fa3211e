import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { ForgotPasswordCommand } from '@aws-sdk/client-cognito-identity-provider';
import type { Pool } from '#lambdas/lib/aws/pool-clients.ts';
import { poolClients } from '#lambdas/lib/aws/pool-clients.ts';
import type { CodeRequest } from '#lambdas/lib/sessions/code-requests.ts';
import type { RegionId } from '#shared/config/regions.ts';

export const codeSender = (
  cognito: CognitoIdentityProviderClient,
  pools: Readonly<Record<RegionId, Pool>>,
  clients: () => Promise<readonly string[]>,
) => {
  const { secretHash } = poolClients(clients, pools);
  return async ({ region, email, site }: CodeRequest): Promise<void> => {
    await cognito.send(
      new ForgotPasswordCommand({
        ClientId: pools[region].clientId,
        SecretHash: await secretHash(region, email),
        Username: email,
        ClientMetadata: { site },
      }),
    );
  };
};

export type SendCode = ReturnType<typeof codeSender>;
