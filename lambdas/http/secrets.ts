import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';

const freshMs = 60_000;

/**
 * The text of a secret. Read again when it is a minute old, so that a changed one counts without a deployment;
 * when it can't be read again the last one serves on. Throws while there has been none.
 */
export const secret = (
  client: Pick<SecretsManagerClient, 'send'>,
  arn: string,
  now: () => number = Date.now,
): (() => Promise<string>) => {
  let known: { text: string; readAt: number } | undefined;
  let reading: Promise<string> | undefined;

  const read = async () => {
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
    if (!SecretString) throw new Error('the secret holds no text');
    known = { text: SecretString, readAt: now() };
    return SecretString;
  };

  return async () => {
    if (known && now() - known.readAt < freshMs) return known.text;
    reading ??= read().finally(() => (reading = undefined));
    return reading.catch((error: unknown) => {
      if (known) return known.text;
      throw error;
    });
  };
};
