import { hasName, isTransient, orAs } from '#lambdas/aws/errors.ts';
import type { AttemptKind } from '#lambdas/directory/attempts.ts';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';
import type { OwnChanges } from './own-changes.ts';
import type { AuthStore } from './store.ts';

type Attempt = {
  readonly kind: AttemptKind;
  readonly region: RegionId;
  readonly name: string;
  readonly now: Date;
};

/** Counts an attempt, then makes it; throws LimitExceededException. One that nobody could judge (an outage) is taken back. */
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
    if (isTransient(error)) await store.takeBackAttempt(kind, region, name).catch(() => undefined);
    throw error;
  }
};

/** What Cognito says of a code that is not the app's, or was used before. */
const wrongCode = [
  'EnableSoftwareTokenMFAException',
  'CodeMismatchException',
  'ExpiredCodeException',
  'SoftwareTokenMFANotFoundException',
];

export const asWrongCode = orAs('CodeMismatchException', ...wrongCode);

/** Makes an attempt of somebody who knows the password: the owner hears of wrong codes, even of somebody who never comes to the limit. */
export const codeAttempt = <Result>(
  store: Pick<AuthStore, 'countAttempt' | 'takeBackAttempt'>,
  { noteWrongCodes }: Pick<OwnChanges, 'noteWrongCodes'>,
  {
    region,
    sub,
    now,
    requestId,
  }: Omit<Attempt, 'kind' | 'name'> & { readonly sub: string; readonly requestId: string },
  make: () => Promise<Result>,
): Promise<Result> =>
  attempt(store, { kind: 'second-factor', region, name: sub, now }, (count) =>
    make().catch(async (error: unknown) => {
      if (hasName(error, ...wrongCode) && count === limits.attempts.told)
        await noteWrongCodes({ region, sub }, requestId).catch(() => undefined);
      return asWrongCode(error);
    }),
  );
