import { timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { hasName } from '#lambdas/aws/errors.ts';

/** Whether two texts are the same, in a time that doesn't tell how far they agree. The length of a secret is none. */
export const isSameText = (one: string, other: string): boolean => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
};

type Client = Pick<SecretsManagerClient, 'send'>;

/** One of which the version before counts as well, too: whoever brings what it does not hold has it read again after that minute. */
const rotatedFreshMs = 3_600_000;
/** How long the last one serves on before it is read again, and how long one waits for that: a sign-in needs four secrets. */
const [servesOnMs, patienceMs] = [10_000, 1000];

/** Read again when it is too old; when that fails, or takes long, the last one serves on. Throws while there is none. */
const kept = <Value>(read: () => Promise<Value>, now: () => number, freshFor = 60_000): ReadAgain<Value> => {
  let known: { readonly value: Value; readonly readAt: number } | undefined;
  let servesUntil = 0;
  let reading: Promise<Value> | undefined;

  const readAgain = async () => {
    const value = await read();
    known = { value, readAt: now() };
    return value;
  };

  return async (oldest = freshFor) => {
    if (known && now() < Math.max(known.readAt + oldest, servesUntil)) return known.value;
    reading ??= readAgain().finally(() => (reading = undefined));
    const last = known;
    if (!last) return reading;
    const serveOn = () => {
      servesUntil = now() + servesOnMs;
      return last.value;
    };
    const patience = new AbortController();
    const late = wait(patienceMs, undefined, { signal: patience.signal }).then(serveOn);
    // Aborted, and so rejected, once the secret is there.
    late.catch(() => {});
    return Promise.race([reading.catch(serveOn), late]).finally(() => patience.abort());
  };
};

/** Again, where what was read is older than so many milliseconds. */
type ReadAgain<Value> = (oldest?: number) => Promise<Value>;

const textOf = async (client: Client, arn: string, VersionStage: 'AWSCURRENT' | 'AWSPREVIOUS') => {
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: arn, VersionStage }));
  if (!SecretString) throw new Error('the secret holds no text');
  return SecretString;
};

export const secret = (client: Client, arn: string, now: () => number = Date.now): (() => Promise<string>) =>
  kept(() => textOf(client, arn, 'AWSCURRENT'), now);

/** The text of a secret and the one before: while it is being rotated, some still send the one and some the other. They are an hour old at most, or as many milliseconds as are asked for. */
export const rotatedSecret = (client: Client, arn: string, now: () => number = Date.now) => {
  const previous = () =>
    textOf(client, arn, 'AWSPREVIOUS').then(
      (text) => [text],
      (error: unknown) => {
        // It has never been rotated.
        if (hasName(error, 'ResourceNotFoundException')) return [];
        throw error;
      },
    );
  return kept(
    async () => {
      const [current, before] = await Promise.all([textOf(client, arn, 'AWSCURRENT'), previous()]);
      return [current, ...before];
    },
    now,
    rotatedFreshMs,
  );
};
