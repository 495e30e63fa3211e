import { readSessionCookies } from '#lambdas/lib/http/cookies.ts';
import type { Handlers } from '#lambdas/lib/http/serve.ts';
import type { AttemptCounts } from '#lambdas/lib/sessions/attempt-counts.ts';
import type { UsersStore } from '#lambdas/lib/users/users.ts';
import { AppError } from '#shared/api/errors.ts';
import type { auth } from '#shared/api/routes/auth.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { runAttempt, runCodeAttempt } from './attempt.ts';
import type { UserPools } from './auth-pools.ts';
import type { AuthStore } from './auth-store.ts';
import type { CallerContext, CallerSessions } from './caller-sessions.ts';
import { rethrowCognitoError, toNotAuthorized, wrongCodeErrors } from './cognito-errors.ts';
import type { OwnAccountChanges } from './own-account-changes.ts';

type Collaborators = {
  readonly pools: Pick<
    UserPools,
    'signIn' | 'answerCode' | 'revoke' | 'createSecondFactor' | 'confirmSecondFactor' | 'stopSecondFactor'
  >;
  readonly users: Pick<UsersStore, 'get'>;
  readonly attemptCounts: AttemptCounts & Pick<AuthStore, 'deleteAttempts'>;
  readonly ownAccountChanges: Pick<
    OwnAccountChanges,
    'reconcileSecondFactor' | 'recordSecondFactor' | 'recordWrongCodes'
  >;
  readonly callerSessions: Pick<CallerSessions, 'end'>;
};

type Proof = { readonly password: string; readonly code?: string | undefined };

/** Creates handlers that change the second factor only with the password and, if codes are on, a current code, so that an unattended session is not enough. */
export const createSecondFactorHandlers = ({
  pools,
  users,
  attemptCounts,
  ownAccountChanges,
  callerSessions,
}: Collaborators): Pick<Handlers<typeof auth>, 'startSecondFactor' | 'confirmSecondFactor' | 'stopSecondFactor'> => {
  const confirmOwner = async (
    region: RegionId,
    { password, code }: Proof,
    { caller, now, requestId }: CallerContext,
  ) => {
    const { email, sub } = caller;
    const result = await runAttempt(attemptCounts, { kind: 'change', region, name: email, now }, () =>
      pools.signIn(region, email, password),
    ).catch(rethrowCognitoError({ NotAuthorizedException: toNotAuthorized }));
    const completeSignIn = async () => {
      if ('tokens' in result) {
        const user = await users.get(region, sub);
        // The password was enough, so Cognito requires no codes.
        if (user) await ownAccountChanges.reconcileSecondFactor(user, false, requestId);
        return result.tokens;
      }
      if (code === undefined)
        throw new AppError('InvalidParameterException', { problems: [{ path: 'code', rule: 'required' }] });
      return runCodeAttempt(attemptCounts, ownAccountChanges, { region, sub, now, requestId }, () =>
        pools.answerCode(region, result.challenge, code),
      ).catch(rethrowCognitoError(wrongCodeErrors));
    };
    // The password was checked by a sign-in to Cognito, whose tokens must not stay valid.
    await pools.revoke(region, (await completeSignIn()).refreshToken);
    await Promise.all([email, sub].map((name) => attemptCounts.deleteAttempts(region, name)));
  };

  return {
    startSecondFactor: async ({ region, ...proof }, context) => {
      await confirmOwner(region, proof, context);
      const secret = await pools.createSecondFactor(readSessionCookies(region, context.cookies).accessToken ?? '');
      return { body: { secret } };
    },

    confirmSecondFactor: async ({ region, code }, context) => {
      const { caller, cookies, now, requestId } = context;
      const { accessToken = '' } = readSessionCookies(region, cookies);
      await runAttempt(attemptCounts, { kind: 'second-factor', region, name: caller.sub, now }, () =>
        pools.confirmSecondFactor(accessToken, code),
      ).catch(rethrowCognitoError(wrongCodeErrors));
      await attemptCounts.deleteAttempts(region, caller.sub);
      await ownAccountChanges.recordSecondFactor({ region, sub: caller.sub }, true, requestId);
      // Other sessions may have started with the password alone; they have to sign in again, with a code.
      await callerSessions.end(region, context);
      return { body: {} };
    },

    stopSecondFactor: async ({ region, ...proof }, context) => {
      const { caller, cookies, requestId } = context;
      await confirmOwner(region, proof, context);
      await pools.stopSecondFactor(readSessionCookies(region, cookies).accessToken ?? '');
      await ownAccountChanges.recordSecondFactor({ region, sub: caller.sub }, false, requestId);
      return { body: {} };
    },
  };
};
