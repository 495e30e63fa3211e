import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { hasName } from '#lambdas/aws/errors.ts';

type Client = Pick<SecretsManagerClient, 'send'>;

const freshMs = 60_000;

/**
 * What was read, until it is a minute old, so that a changed secret counts without a deployment;
 * when it can't be read again the last one serves on. Throws while there has been none.
 */
const kept = <Value>(read: () => Promise<Value>, now: () => number): (() => Promise<Value>) => {
  let known: { value: Value; readAt: number } | undefined;
  let reading: Promise<Value> | undefined;

  const readAgain = async () => {
    const value = await read();
    known = { value, readAt: now() };
    return value;
  };

  return async () => {
    if (known && now() - known.readAt < freshMs) return known.value;
    reading ??= readAgain().finally(() => (reading = undefined));
    return reading.catch((error: unknown) => {
      if (known) return known.value;
      throw error;
    });
  };
};

const textOf = async (client: Client, arn: string, VersionStage: 'AWSCURRENT' | 'AWSPREVIOUS') => {
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: arn, VersionStage }));
  if (!SecretString) throw new Error('the secret holds no text');
  return SecretString;
};

/** The text of a secret. */
export const secret = (client: Client, arn: string, now: () => number = Date.now): (() => Promise<string>) =>
  kept(() => textOf(client, arn, 'AWSCURRENT'), now);

/** The text of a secret and the one before: while it is being rotated, some still send the one and some the other. */
export const rotatedSecret = (
  client: Client,
  arn: string,
  now: () => number = Date.now,
): (() => Promise<readonly string[]>) => {
  const previous = () =>
    textOf(client, arn, 'AWSPREVIOUS').then(
      (text) => [text],
      (error: unknown) => {
        // It has never been rotated.
        if (hasName(error, 'ResourceNotFoundException')) return [];
        throw error;
      },
    );
  return kept(async () => {
    const [current, before] = await Promise.all([textOf(client, arn, 'AWSCURRENT'), previous()]);
    return [current, ...before];
  }, now);
};
