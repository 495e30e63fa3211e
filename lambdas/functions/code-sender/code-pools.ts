import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { ForgotPasswordCommand } from '@aws-sdk/client-cognito-identity-provider';
import type { Pool } from '#lambdas/lib/aws/pool-clients.ts';
import { createPoolClients } from '#lambdas/lib/aws/pool-clients.ts';
import type { CodeRequest } from '#lambdas/lib/sessions/code-requests.ts';
import type { RegionId } from '#shared/config/regions.ts';

/** Makes Cognito send the code that resets a password. Throws Cognito's errors unchanged. */
export type SendCode = (request: CodeRequest) => Promise<void>;

export const createCodeSender = (
  cognito: CognitoIdentityProviderClient,
  pools: Readonly<Record<RegionId, Pool>>,
  readClientSecrets: () => Promise<readonly string[]>,
): SendCode => {
  const { createSecretHash } = createPoolClients(readClientSecrets, pools);
  return async ({ region, email, site }) => {
    await cognito.send(
      new ForgotPasswordCommand({
        ClientId: pools[region].clientId,
        SecretHash: await createSecretHash(region, email),
        Username: email,
        ClientMetadata: { site },
      }),
    );
  };
};
