import { timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { hasName } from '#lambdas/lib/aws/errors.ts';

/** Compares two texts in constant time. The length of a secret is not confidential. */
export const isSameText = (first: string, second: string): boolean => {
  const firstBytes = Buffer.from(first);
  const secondBytes = Buffer.from(second);
  return firstBytes.length === secondBytes.length && timingSafeEqual(firstBytes, secondBytes);
};

type Client = Pick<SecretsManagerClient, 'send'>;

/** Cache time of a rotating secret. It can be long because the previous version is accepted, too, and a mismatch forces a refresh. */
const rotatedMaxAgeMs = 3_600_000;
/** How long a stale value is returned after a failed or slow refresh. */
const staleMs = 10_000;
/** How long a caller waits for a refresh. It is short, because a sign-in needs four secrets. */
const refreshTimeoutMs = 1000;

/** Caches a value and refreshes it when it is too old. Returns the stale value if the refresh fails or is slow; throws before the first successful read. */
const createCachedRead = <Value>(
  read: () => Promise<Value>,
  now: () => number,
  defaultMaxAgeMs = 60_000,
): CachedRead<Value> => {
  let cached: { readonly value: Value; readonly readAt: number } | undefined;
  let staleUntil = 0;
  let pendingRefresh: Promise<Value> | undefined;

  const refresh = async () => {
    const value = await read();
    cached = { value, readAt: now() };
    return value;
  };

  return async (maxAgeMs = defaultMaxAgeMs) => {
    if (cached && now() < Math.max(cached.readAt + maxAgeMs, staleUntil)) return cached.value;
    pendingRefresh ??= refresh().finally(() => (pendingRefresh = undefined));
    const previousValue = cached;
    if (!previousValue) return pendingRefresh;
    const returnStale = () => {
      staleUntil = now() + staleMs;
      return previousValue.value;
    };
    const timeout = new AbortController();
    const slowRefresh = wait(refreshTimeoutMs, undefined, { signal: timeout.signal }).then(returnStale);
    // Rejects when aborted, after the refresh has won the race.
    slowRefresh.catch(() => {});
    return Promise.race([pendingRefresh.catch(returnStale), slowRefresh]).finally(() => timeout.abort());
  };
};

/** Returns the value, refreshed first if it is older than `maxAgeMs`. */
type CachedRead<Value> = (maxAgeMs?: number) => Promise<Value>;

const readVersion = async (client: Client, arn: string, VersionStage: 'AWSCURRENT' | 'AWSPREVIOUS') => {
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: arn, VersionStage }));
  if (!SecretString) throw new Error('the secret holds no text');
  return SecretString;
};

export const createSecretReader = (
  client: Client,
  arn: string,
  now: () => number = Date.now,
): (() => Promise<string>) => createCachedRead(() => readVersion(client, arn, 'AWSCURRENT'), now);

/** Returns a reader of a secret's current and previous text, since both are in use during rotation. Values are at most one hour old, or `maxAgeMs`. */
export const createRotatedSecretReader = (client: Client, arn: string, now: () => number = Date.now) => {
  const readPreviousTexts = () =>
    readVersion(client, arn, 'AWSPREVIOUS').then(
      (text) => [text],
      (error: unknown) => {
        // The secret has never been rotated.
        if (hasName(error, 'ResourceNotFoundException')) return [];
        throw error;
      },
    );
  return createCachedRead(
    async () => {
      const [current, previousTexts] = await Promise.all([readVersion(client, arn, 'AWSCURRENT'), readPreviousTexts()]);
      return [current, ...previousTexts];
    },
    now,
    rotatedMaxAgeMs,
  );
};
