import type { Challenge, SignedText } from '#lambdas/lib/http/cookies.ts';
import {
  createChallengeCookie,
  encodeChallenge,
  createClearedChallengeCookie,
  decodeChallenge,
  readChallengeCookie,
} from '#lambdas/lib/http/cookies.ts';
import { ErrorWithCookies } from '#lambdas/lib/http/response.ts';
import { isSameText } from '#lambdas/lib/http/secrets.ts';
import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { UserPools } from './auth-pools.ts';

/** Purpose that a signature is bound to, so that one for a device is not valid for a session. */
type Purpose = 'device' | 'challenge' | 'session';

type SigningPools = Pick<UserPools, 'sign'>;

export const createSigner = (pools: SigningPools) => {
  const computeSignature = (region: RegionId, purpose: Purpose, text: string) =>
    pools.sign(region, `${purpose} ${text}`);
  return {
    computeSignature,

    sign: async (region: RegionId, purpose: Purpose, text: string): Promise<SignedText> => ({
      text,
      signature: await computeSignature(region, purpose, text),
    }),

    verify: async (region: RegionId, purpose: Purpose, { text, signature }: SignedText): Promise<boolean> =>
      isSameText(signature, await computeSignature(region, purpose, text)),
  };
};

/** Pending sign-in challenges in a signed cookie. A forged or expired one is rejected before anything is counted, read or called. */
export type Challenges = {
  /** Returns the cookie (Set-Cookie) of a challenge, valid for `limits.session.setPasswordMinutes`. */
  readonly issue: (region: RegionId, challenge: Challenge, now: Date) => Promise<string>;
  /** Returns the challenge in the cookies. Throws MissingCookie if there is no valid one. */
  readonly read: (region: RegionId, cookies: readonly string[], now: Date) => Promise<Challenge>;
};

export const createChallenges = (pools: SigningPools): Challenges => {
  const { sign, verify } = createSigner(pools);
  return {
    issue: async (region: RegionId, challenge: Challenge, now: Date): Promise<string> => {
      const expiresAt = Math.floor(now.getTime() / 1000) + limits.session.setPasswordMinutes * 60;
      return createChallengeCookie(region, await sign(region, 'challenge', encodeChallenge(challenge, expiresAt)));
    },

    read: async (region: RegionId, cookies: readonly string[], now: Date): Promise<Challenge> => {
      const signedChallenge = readChallengeCookie(region, cookies);
      const challenge =
        signedChallenge && (await verify(region, 'challenge', signedChallenge))
          ? decodeChallenge(signedChallenge.text)
          : undefined;
      if (!challenge || challenge.until * 1000 <= now.getTime())
        throw new ErrorWithCookies('MissingCookie', [createClearedChallengeCookie(region)]);
      return challenge;
    },
  };
};
