import type { TokenVerifier } from '#lambdas/lib/http/caller.ts';
import {
  createClearedChallengeCookie,
  createFingerprint,
  matchesFingerprint,
  readSessionCookies,
} from '#lambdas/lib/http/cookies.ts';
import { ErrorWithCookies } from '#lambdas/lib/http/response.ts';
import type { Handlers } from '#lambdas/lib/http/serve.ts';
import type { AttemptCounts } from '#lambdas/lib/sessions/attempt-counts.ts';
import type { UsersStore } from '#lambdas/lib/users/users.ts';
import { AppError } from '#shared/api/errors.ts';
import type { auth } from '#shared/api/routes/auth.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { runAttempt, runCodeAttempt } from './attempt.ts';
import type { UserPools } from './auth-pools.ts';
import type { VerifyCaptcha } from './captcha.ts';
import type { CognitoErrors } from './cognito-errors.ts';
import {
  passwordPolicyErrors,
  rethrowCognitoError,
  toLimitExceeded,
  toNotAuthorized,
  wrongCodeErrors,
} from './cognito-errors.ts';
import type { KnownDevices } from './known-device.ts';
import type { OwnAccountChanges } from './own-account-changes.ts';
import { assertPasswordStrength } from './passwords.ts';
import type { SessionLifecycle } from './session-lifecycle.ts';
import type { Challenges } from './signatures.ts';

type Collaborators = {
  readonly verifyCaptcha: VerifyCaptcha;
  readonly attemptCounts: AttemptCounts;
  readonly devices: Pick<KnownDevices, 'findRateLimitKey'>;
  readonly challenges: Challenges;
  readonly pools: Pick<UserPools, 'signIn' | 'setPassword' | 'answerCode'>;
  readonly tokens: Pick<TokenVerifier, 'verify'>;
  readonly users: Pick<UsersStore, 'get'>;
  readonly ownAccountChanges: Pick<OwnAccountChanges, 'recordPasswordChange' | 'recordWrongCodes'>;
  readonly sessions: Pick<SessionLifecycle, 'start' | 'end'>;
};

/** Unknown emails and wrong passwords are the same error, so that a sign-in does not reveal which emails are registered. */
const signInErrors: CognitoErrors = {
  // Cognito's lock after too many attempts differs from a wrong password only in its message.
  NotAuthorizedException: (error) =>
    error.message.startsWith('Password attempts exceeded') ? toLimitExceeded(error) : toNotAuthorized(error),
  UserNotFoundException: toNotAuthorized,
  UserNotConfirmedException: toNotAuthorized,
  PasswordResetRequiredException: toNotAuthorized,
  InvalidParameterException: toNotAuthorized,
};

/** Error of an expired challenge, which sends the user back to sign-in. */
const toExpiredChallenge = (region: RegionId) => (cause: Error) =>
  new ErrorWithCookies('ExpiredToken', [createClearedChallengeCookie(region)], cause);

const createSetPasswordErrors = (region: RegionId): CognitoErrors => ({
  NotAuthorizedException: toExpiredChallenge(region),
  CodeMismatchException: toExpiredChallenge(region),
  ExpiredCodeException: toExpiredChallenge(region),
  UserNotFoundException: toExpiredChallenge(region),
  ...passwordPolicyErrors,
});

const createAnswerCodeErrors = (region: RegionId): CognitoErrors => ({
  ...wrongCodeErrors,
  NotAuthorizedException: toExpiredChallenge(region),
  UserNotFoundException: toExpiredChallenge(region),
  InvalidParameterException: toExpiredChallenge(region),
});

export const createSignInHandlers = ({
  verifyCaptcha,
  attemptCounts,
  devices,
  challenges,
  pools,
  tokens,
  users,
  ownAccountChanges,
  sessions,
}: Collaborators): Pick<Handlers<typeof auth>, 'login' | 'setPassword' | 'answerCode'> => {
  const completeSignIn: SessionLifecycle['start'] = async (region, issuedTokens, context) => {
    const { body, cookies } = await sessions.start(region, issuedTokens, context);
    return { body, cookies: [...cookies, createClearedChallengeCookie(region)] };
  };

  return {
    login: async ({ region, email, password, captcha }, { now, site, cookies, requestId, ...context }) => {
      await verifyCaptcha(captcha, site);
      const rateLimitKey = await devices.findRateLimitKey(region, email, cookies);
      const result = await runAttempt(attemptCounts, { kind: 'sign-in', region, name: rateLimitKey, now }, () =>
        pools.signIn(region, email, password),
      ).catch(rethrowCognitoError(signInErrors));
      // Ends the browser's previous session, which would otherwise stay open unnoticed.
      await sessions.end(region, readSessionCookies(region, cookies)).catch(() => undefined);
      if ('tokens' in result)
        return sessions.start(region, result.tokens, { ...context, cookies, requestId, proof: 'password' });
      const fingerprintField =
        result.challengeType === 'setPassword'
          ? { temporaryPasswordFingerprint: await createFingerprint(password) }
          : {};
      return {
        body: { challenge: result.challengeType },
        cookies: [await challenges.issue(region, { email, ...result.challenge, ...fingerprintField }, now)],
      };
    },

    setPassword: async ({ region, newPassword }, { now, cookies, requestId, ...context }) => {
      const challenge = await challenges.read(region, cookies, now);
      assertPasswordStrength(newPassword, (await users.get(region, challenge.username)) ?? { email: challenge.email });
      // Cognito would accept the temporary password as the permanent one, although it was sent by email.
      if (
        challenge.temporaryPasswordFingerprint !== undefined &&
        (await matchesFingerprint(newPassword, challenge.temporaryPasswordFingerprint))
      )
        throw new AppError('InvalidParameterException', {
          problems: [{ path: 'newPassword', rule: 'passwordUnchanged' }],
        });
      const result = await pools
        .setPassword(region, challenge, newPassword)
        .catch(rethrowCognitoError(createSetPasswordErrors(region)));
      const sub =
        'tokens' in result ? (await tokens.verify(region, result.tokens.accessToken)).sub : result.challenge.username;
      context.setLogSubject(sub);
      await ownAccountChanges.recordPasswordChange({ region, sub, action: 'passwordSet', requestId, now });
      if (!('tokens' in result)) {
        return {
          body: { challenge: 'secondFactor' },
          cookies: [await challenges.issue(region, { email: challenge.email, ...result.challenge }, now)],
        };
      }
      return completeSignIn(region, result.tokens, { ...context, cookies, requestId, proof: 'password' });
    },

    answerCode: async ({ region, code }, { now, cookies, requestId, ...context }) => {
      const challenge = await challenges.read(region, cookies, now);
      const sub = challenge.username;
      context.setLogSubject(sub);
      const issuedTokens = await runCodeAttempt(attemptCounts, ownAccountChanges, { region, sub, now, requestId }, () =>
        pools.answerCode(region, challenge, code),
      ).catch(rethrowCognitoError(createAnswerCodeErrors(region)));
      return completeSignIn(region, issuedTokens, { ...context, cookies, requestId, proof: 'oneTimeCode' });
    },
  };
};
