import { isPassing } from '#lambdas/aws/errors.ts';
import type { AttemptKind } from '#lambdas/directory/attempts.ts';
import type { RegionId } from '#shared/regions.ts';
import type { AuthStore } from './store.ts';

/** Whose attempt it is, and when. */
type Attempt = {
  readonly kind: AttemptKind;
  readonly region: RegionId;
  readonly name: string;
  readonly now: Date;
};

/**
 * Makes an attempt, which counts before it is made (`make` hears how many that makes): throws LimitExceededException past the limit.
 * One that nobody could judge, because a service was busy or away, is taken back, so that an outage refuses nobody afterwards.
 */
export const attempt = async <Result>(
  store: Pick<AuthStore, 'countAttempt' | 'takeBackAttempt'>,
  { kind, region, name, now }: Attempt,
  make: (count: number) => Promise<Result>,
): Promise<Result> => {
  const count = await store.countAttempt(kind, region, name, now);
  try {
    return await make(count);
  } catch (error) {
    // Where that fails, too, one attempt more counts.
    if (isPassing(error)) await store.takeBackAttempt(kind, region, name).catch(() => undefined);
    throw error;
  }
};
