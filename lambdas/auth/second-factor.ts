import { hasName } from '#lambdas/aws/errors.ts';
import type { Caller } from '#lambdas/http/caller.ts';
import { tokensOf } from '#lambdas/http/cookies.ts';
import type { Handlers } from '#lambdas/http/serve.ts';
import { AppError } from '#shared/errors.ts';
import type { RegionId } from '#shared/regions.ts';
import type { auth } from '#shared/routes/auth.ts';
import { attempt } from './attempt.ts';
import type { Collaborators } from './session-life.ts';

type Parts = Pick<Collaborators, 'pools' | 'store' | 'ownChanges'>;

/** One-time codes, switched on and off by whoever knows the password, too: an unattended till is not enough. */
export const secondFactorHandlers = ({
  pools,
  store,
  ownChanges,
}: Parts): Pick<Handlers<typeof auth>, 'startSecondFactor' | 'confirmSecondFactor' | 'stopSecondFactor'> => {
  const confirmPassword = async (region: RegionId, { email }: Caller, password: string, now: Date) => {
    const result = await attempt(store, { kind: 'change', region, name: email, now }, () =>
      pools.signIn(region, email, password),
    ).catch((error: unknown) => {
      if (hasName(error, 'NotAuthorizedException')) throw new AppError('NotAuthorizedException', { cause: error });
      throw error;
    });
    // It was a sign-in to Cognito: nobody is to have its tokens.
    if ('tokens' in result) await pools.revoke(region, result.tokens.refreshToken);
    await store.forgetAttempts(region, email);
  };

  return {
    startSecondFactor: async ({ region, password }, { caller, cookies, now }) => {
      await confirmPassword(region, caller, password, now);
      const secret = await pools.newSecondFactor(tokensOf(region, cookies).accessToken ?? '');
      return { body: { secret } };
    },

    confirmSecondFactor: async ({ region, code }, { caller, cookies, now, requestId }) => {
      const { accessToken = '' } = tokensOf(region, cookies);
      await attempt(store, { kind: 'second-factor', region, name: caller.sub, now }, () =>
        pools.confirmSecondFactor(accessToken, code),
      ).catch((error: unknown) => {
        throw hasName(
          error,
          'EnableSoftwareTokenMFAException',
          'CodeMismatchException',
          'ExpiredCodeException',
          'SoftwareTokenMFANotFoundException',
        )
          ? new AppError('CodeMismatchException', { cause: error })
          : error;
      });
      await ownChanges.noteSecondFactor({ region, sub: caller.sub }, true, requestId);
      return { body: {} };
    },

    stopSecondFactor: async ({ region, password }, { caller, cookies, now, requestId }) => {
      await confirmPassword(region, caller, password, now);
      await pools.stopSecondFactor(tokensOf(region, cookies).accessToken ?? '');
      await ownChanges.noteSecondFactor({ region, sub: caller.sub }, false, requestId);
      return { body: {} };
    },
  };
};
