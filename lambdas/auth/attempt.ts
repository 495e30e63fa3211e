import { hasName, orAs } from '#lambdas/aws/errors.ts';
import type { AttemptCounts } from '#lambdas/directory/attempt-counts.ts';
import type { AttemptKind } from '#lambdas/directory/attempts.ts';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';
import type { OwnChanges } from './own-changes.ts';

type Attempt = {
  readonly kind: AttemptKind;
  readonly region: RegionId;
  readonly name: string;
  readonly now: Date;
};

/** What Cognito says of a code that is not the app's, or was used before. */
const wrongCode = [
  'EnableSoftwareTokenMFAException',
  'CodeMismatchException',
  'ExpiredCodeException',
  'SoftwareTokenMFANotFoundException',
];

/** Cognito's refusals of a person. Every other error, such as an outage or a broken setting, says nothing of them. */
const refusals = [
  ...wrongCode,
  'NotAuthorizedException',
  'UserNotFoundException',
  'UserNotConfirmedException',
  'PasswordResetRequiredException',
  'InvalidParameterException',
  'TooManyFailedAttemptsException',
  'LimitExceededException',
];

/** Makes an attempt unless too many have failed; throws LimitExceededException. Only a refusal by Cognito counts, once. */
export const attempt = async <Result>(
  store: AttemptCounts,
  { kind, region, name, now }: Attempt,
  make: () => Promise<Result>,
  onCounted: (error: Error, failures: number) => Promise<void> = async () => {},
): Promise<Result> => {
  const reservation = await store.reserveAttempt(kind, region, name, now);
  // A place that cannot be freed now frees itself soon.
  const release = () => store.releaseAttempt(reservation).catch(() => undefined);
  try {
    const result = await make();
    await release();
    return result;
  } catch (error) {
    if (!hasName(error, ...refusals)) await release();
    else {
      const failures = await store.countAttempt(reservation, now).catch(() => undefined);
      if (failures !== undefined) await onCounted(error, failures);
    }
    throw error;
  }
};

/** Makes a request that nobody judges and each of which counts once it is made; throws LimitExceededException. */
export const limitedRequest = async (
  store: AttemptCounts,
  { kind, region, name, now }: Attempt,
  make: () => Promise<void>,
): Promise<void> => {
  const reservation = await store.reserveAttempt(kind, region, name, now);
  try {
    await make();
  } catch (error) {
    await store.releaseAttempt(reservation).catch(() => undefined);
    throw error;
  }
  // The request is on its way: an error would have the person send another one.
  await store.countAttempt(reservation, now).catch(() => undefined);
};

export const asWrongCode = orAs('CodeMismatchException', ...wrongCode);

/** Makes an attempt of somebody who knows the password: the owner hears of wrong codes, even of somebody who never comes to the limit. */
export const codeAttempt = <Result>(
  store: AttemptCounts,
  { noteWrongCodes }: Pick<OwnChanges, 'noteWrongCodes'>,
  {
    region,
    sub,
    now,
    requestId,
  }: Omit<Attempt, 'kind' | 'name'> & { readonly sub: string; readonly requestId: string },
  make: () => Promise<Result>,
): Promise<Result> =>
  attempt(store, { kind: 'second-factor', region, name: sub, now }, make, async (error, failures) => {
    if (hasName(error, ...wrongCode) && failures === limits.attempts.told)
      await noteWrongCodes({ region, sub }, requestId).catch(() => undefined);
  }).catch(asWrongCode);
