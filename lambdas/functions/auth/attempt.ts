import { hasName } from '#lambdas/lib/aws/errors.ts';
import type { AttemptCounts } from '#lambdas/lib/sessions/attempt-counts.ts';
import type { AttemptKind } from '#lambdas/lib/sessions/attempts.ts';
import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { wrongCodeErrors } from './cognito-errors.ts';
import type { OwnAccountChanges } from './own-account-changes.ts';

type Attempt = {
  readonly kind: AttemptKind;
  readonly region: RegionId;
  /** Key that attempts are counted under: an email, an email on a known device, or a user's sub. */
  readonly name: string;
  readonly now: Date;
};

const wrongCodeNames = Object.keys(wrongCodeErrors);

/** Cognito's errors that reject the user's input. Other errors, such as an outage or a misconfiguration, do not count as failed attempts. */
const rejectionErrors = [
  ...wrongCodeNames,
  'NotAuthorizedException',
  'UserNotFoundException',
  'UserNotConfirmedException',
  'PasswordResetRequiredException',
  'InvalidParameterException',
  'TooManyFailedAttemptsException',
  'LimitExceededException',
];

/** Runs `work`, a call to Cognito, unless too many attempts have failed, and counts a rejection as one failure. Throws LimitExceededException. */
export const runAttempt = async <Result>(
  attemptCounts: AttemptCounts,
  { kind, region, name, now }: Attempt,
  work: () => Promise<Result>,
  onFailureCounted: (error: Error, failureCount: number) => Promise<void> = async () => {},
): Promise<Result> => {
  const reservation = await attemptCounts.reserveAttempt(kind, region, name, now);
  // A reservation that cannot be released now expires after `undecidedSeconds`.
  const release = () => attemptCounts.releaseAttempt(reservation).catch(() => undefined);
  try {
    const result = await work();
    await release();
    return result;
  } catch (error) {
    if (!hasName(error, ...rejectionErrors)) await release();
    else {
      const failureCount = await attemptCounts.countAttempt(reservation, now).catch(() => undefined);
      if (failureCount !== undefined) await onFailureCounted(error, failureCount);
    }
    throw error;
  }
};

/** Runs a request that cannot be a wrong guess, such as one for a code, and counts each one that was sent. Throws LimitExceededException. */
export const runLimitedRequest = async (
  attemptCounts: AttemptCounts,
  { kind, region, name, now }: Attempt,
  work: () => Promise<void>,
): Promise<void> => {
  const reservation = await attemptCounts.reserveAttempt(kind, region, name, now);
  try {
    await work();
  } catch (error) {
    await attemptCounts.releaseAttempt(reservation).catch(() => undefined);
    throw error;
  }
  // The request has been sent, so a counting error must not make the user send another one.
  await attemptCounts.countAttempt(reservation, now).catch(() => undefined);
};

/** Runs an attempt at a one-time code by a caller who knows the password. Repeated wrong codes notify the account owner, even below the limit. */
export const runCodeAttempt = <Result>(
  attemptCounts: AttemptCounts,
  { recordWrongCodes }: Pick<OwnAccountChanges, 'recordWrongCodes'>,
  {
    region,
    sub,
    now,
    requestId,
  }: Omit<Attempt, 'kind' | 'name'> & { readonly sub: string; readonly requestId: string },
  work: () => Promise<Result>,
): Promise<Result> =>
  runAttempt(attemptCounts, { kind: 'second-factor', region, name: sub, now }, work, async (error, failureCount) => {
    if (hasName(error, ...wrongCodeNames) && failureCount === limits.attempts.notifyAfterFailures)
      await recordWrongCodes({ region, sub }, requestId).catch(() => undefined);
  });
