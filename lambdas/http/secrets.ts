import { setTimeout as wait } from 'node:timers/promises';
import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { hasName } from '#lambdas/aws/errors.ts';

type Client = Pick<SecretsManagerClient, 'send'>;

const freshMs = 60_000;
/** How long the last one serves on before it is read again, and how long one waits for that: a sign-in needs three secrets. */
const [servesOnMs, patienceMs] = [10_000, 1000];

/**
 * What was read, until it is a minute old, so that a changed secret counts without a deployment;
 * when it can't be read again, or not soon, the last one serves on. Throws while there has been none.
 */
const kept = <Value>(read: () => Promise<Value>, now: () => number): (() => Promise<Value>) => {
  let known: { readonly value: Value; goodUntil: number } | undefined;
  let reading: Promise<Value> | undefined;

  const readAgain = async () => {
    const value = await read();
    known = { value, goodUntil: now() + freshMs };
    return value;
  };

  return async () => {
    if (known && now() < known.goodUntil) return known.value;
    reading ??= readAgain().finally(() => (reading = undefined));
    const last = known;
    if (!last) return reading;
    const serveOn = () => {
      last.goodUntil = now() + servesOnMs;
      return last.value;
    };
    const patience = new AbortController();
    const late = wait(patienceMs, undefined, { signal: patience.signal }).then(serveOn);
    // Nobody waits for it any more once the secret is there.
    late.catch(() => {});
    return Promise.race([reading.catch(serveOn), late]).finally(() => patience.abort());
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
