import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { once } from './once.ts';

/** The text of a secret, read once per start. Throws when the secret holds none. */
export const secret = (client: SecretsManagerClient, arn: string) =>
  once(async () => {
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
    if (!SecretString) throw new Error('the secret holds no text');
    return SecretString;
  });
