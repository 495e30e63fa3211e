import { hasName } from '#lambdas/aws/errors.ts';
import type { Caller } from '#lambdas/http/caller.ts';
import { tokensOf } from '#lambdas/http/cookies.ts';
import type { Handlers } from '#lambdas/http/serve.ts';
import { AppError } from '#shared/errors.ts';
import type { RegionId } from '#shared/regions.ts';
import type { auth } from '#shared/routes/auth.ts';
import { attempt } from './attempt.ts';
import { sessionsOfWhoAsks } from './own-sessions.ts';
import type { Collaborators } from './session-life.ts';

type Parts = Pick<Collaborators, 'pools' | 'store' | 'ownChanges' | 'tokens' | 'users' | 'userSessions'>;

/** What Cognito says of a code that is not the app's, or was used before. */
const wrongCode = [
  'EnableSoftwareTokenMFAException',
  'CodeMismatchException',
  'ExpiredCodeException',
  'SoftwareTokenMFANotFoundException',
];

const asWrongCode = (error: unknown): never => {
  throw hasName(error, ...wrongCode) ? new AppError('CodeMismatchException', { cause: error }) : error;
};

/** What somebody proves to be themselves with: beside the password a code, where they have them. */
type Proof = { readonly password: string; readonly code?: string | undefined };

/** One-time codes, switched on and off by whoever knows the password, too, and has the app that shows them now: an unattended till is not enough. */
export const secondFactorHandlers = ({
  pools,
  store,
  ownChanges,
  ...parts
}: Parts): Pick<Handlers<typeof auth>, 'startSecondFactor' | 'confirmSecondFactor' | 'stopSecondFactor'> => {
  const sessions = sessionsOfWhoAsks({ ...parts, ownChanges });

  const confirmOwner = async (region: RegionId, { email, sub }: Caller, { password, code }: Proof, now: Date) => {
    const result = await attempt(store, { kind: 'change', region, name: email, now }, () =>
      pools.signIn(region, email, password),
    ).catch((error: unknown) => {
      if (hasName(error, 'NotAuthorizedException')) throw new AppError('NotAuthorizedException', { cause: error });
      throw error;
    });
    const signedIn = async () => {
      if ('tokens' in result) return result.tokens;
      if (code === undefined)
        throw new AppError('InvalidParameterException', { problems: [{ path: 'code', rule: 'required' }] });
      return attempt(store, { kind: 'second-factor', region, name: sub, now }, () =>
        pools.answerCode(region, result.challenge, code),
      ).catch(asWrongCode);
    };
    // It was a sign-in to Cognito: nobody is to have its tokens.
    await pools.revoke(region, (await signedIn()).refreshToken);
    await Promise.all([email, sub].map((name) => store.forgetAttempts(region, name)));
  };

  return {
    startSecondFactor: async ({ region, ...proof }, { caller, cookies, now }) => {
      await confirmOwner(region, caller, proof, now);
      const secret = await pools.newSecondFactor(tokensOf(region, cookies).accessToken ?? '');
      return { body: { secret } };
    },

    confirmSecondFactor: async ({ region, code }, asking) => {
      const { caller, cookies, now, requestId } = asking;
      const { accessToken = '' } = tokensOf(region, cookies);
      await attempt(store, { kind: 'second-factor', region, name: caller.sub, now }, () =>
        pools.confirmSecondFactor(accessToken, code),
      ).catch(asWrongCode);
      await ownChanges.noteSecondFactor({ region, sub: caller.sub }, true, requestId);
      // Who signed in by the password alone signs in anew.
      await sessions.end(region, asking);
      return { body: {} };
    },

    stopSecondFactor: async ({ region, ...proof }, { caller, cookies, now, requestId }) => {
      await confirmOwner(region, caller, proof, now);
      await pools.stopSecondFactor(tokensOf(region, cookies).accessToken ?? '');
      await ownChanges.noteSecondFactor({ region, sub: caller.sub }, false, requestId);
      return { body: {} };
    },
  };
};
