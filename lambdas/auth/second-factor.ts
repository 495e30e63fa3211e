import { orAs } from '#lambdas/aws/errors.ts';
import { tokensOf } from '#lambdas/http/cookies.ts';
import { AppError } from '#shared/errors.ts';
import type { RegionId } from '#shared/regions.ts';
import { asWrongCode, attempt, codeAttempt } from './attempt.ts';
import type { Asking } from './own-sessions.ts';
import { sessionsOfWhoAsks } from './own-sessions.ts';
import type { AuthHandlers } from './session-life.ts';

type Proof = { readonly password: string; readonly code?: string | undefined };

/** Switched by whoever knows the password, too, and has the app now: an unattended till is not enough. */
export const secondFactorHandlers: AuthHandlers<'startSecondFactor' | 'confirmSecondFactor' | 'stopSecondFactor'> = (
  parts,
) => {
  const { pools, users, store, ownChanges } = parts;
  const sessions = sessionsOfWhoAsks(parts);

  const confirmOwner = async (region: RegionId, { password, code }: Proof, { caller, now, requestId }: Asking) => {
    const { email, sub } = caller;
    const result = await attempt(store, { kind: 'change', region, name: email, now }, () =>
      pools.signIn(region, email, password),
    ).catch(orAs('NotAuthorizedException', 'NotAuthorizedException'));
    const signedIn = async () => {
      if ('tokens' in result) {
        const user = await users.get(region, sub);
        if (user) await ownChanges.settleSecondFactor(user, false, requestId);
        return result.tokens;
      }
      if (code === undefined)
        throw new AppError('InvalidParameterException', { problems: [{ path: 'code', rule: 'required' }] });
      return codeAttempt(store, ownChanges, { region, sub, now, requestId }, () =>
        pools.answerCode(region, result.challenge, code),
      );
    };
    // It was a sign-in to Cognito: nobody is to have its tokens.
    await pools.revoke(region, (await signedIn()).refreshToken);
    await Promise.all([email, sub].map((name) => store.forgetAttempts(region, name)));
  };

  return {
    startSecondFactor: async ({ region, ...proof }, asking) => {
      await confirmOwner(region, proof, asking);
      const secret = await pools.newSecondFactor(tokensOf(region, asking.cookies).accessToken ?? '');
      return { body: { secret } };
    },

    confirmSecondFactor: async ({ region, code }, asking) => {
      const { caller, cookies, now, requestId } = asking;
      const { accessToken = '' } = tokensOf(region, cookies);
      await attempt(store, { kind: 'second-factor', region, name: caller.sub, now }, () =>
        pools.confirmSecondFactor(accessToken, code),
      ).catch(asWrongCode);
      await store.forgetAttempts(region, caller.sub);
      await ownChanges.noteSecondFactor({ region, sub: caller.sub }, true, requestId);
      // A session that began with the password alone ends: the user signs in again, with a code.
      await sessions.end(region, asking);
      return { body: {} };
    },

    stopSecondFactor: async ({ region, ...proof }, asking) => {
      const { caller, cookies, requestId } = asking;
      await confirmOwner(region, proof, asking);
      await pools.stopSecondFactor(tokensOf(region, cookies).accessToken ?? '');
      await ownChanges.noteSecondFactor({ region, sub: caller.sub }, false, requestId);
      return { body: {} };
    },
  };
};
