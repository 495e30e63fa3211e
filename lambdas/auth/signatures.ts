import { ErrorWithCookies } from '#lambdas/http/answer.ts';
import type { Challenge, Signed } from '#lambdas/http/cookies.ts';
import {
  challengeSetCookie,
  challengeText,
  clearedChallenge,
  parseChallenge,
  sentChallenge,
} from '#lambdas/http/cookies.ts';
import { isSameText } from '#lambdas/http/secrets.ts';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';
import type { UserPools } from './pools.ts';

/** What a signature is for: one of a device vouches for no session. */
type Purpose = 'device' | 'challenge' | 'session';

type Signs = Pick<UserPools, 'sign'>;

export const signatures = (pools: Signs) => {
  const signatureOf = (region: RegionId, purpose: Purpose, text: string) => pools.sign(region, `${purpose} ${text}`);
  return {
    signatureOf,

    signed: async (region: RegionId, purpose: Purpose, text: string): Promise<Signed> => ({
      text,
      signature: await signatureOf(region, purpose, text),
    }),

    isOurs: async (region: RegionId, purpose: Purpose, { text, signature }: Signed): Promise<boolean> =>
      isSameText(signature, await signatureOf(region, purpose, text)),
  };
};

/** Sign-ins that are not complete: nothing is counted, read or asked by one that is not ours, or over. */
export const challenges = (pools: Signs) => {
  const { signed, isOurs } = signatures(pools);
  return {
    keep: async (region: RegionId, challenge: Challenge, now: Date): Promise<string> => {
      const until = Math.floor(now.getTime() / 1000) + limits.session.setPasswordMinutes * 60;
      return challengeSetCookie(region, await signed(region, 'challenge', challengeText(challenge, until)));
    },

    /** The challenge that the cookies keep. Throws MissingCookie where there is none. */
    kept: async (region: RegionId, cookies: readonly string[], now: Date): Promise<Challenge> => {
      const sent = sentChallenge(region, cookies);
      const challenge = sent && (await isOurs(region, 'challenge', sent)) ? parseChallenge(sent.text) : undefined;
      if (!challenge || challenge.until * 1000 <= now.getTime())
        throw new ErrorWithCookies('MissingCookie', [clearedChallenge(region)]);
      return challenge;
    },
  };
};

export type Challenges = ReturnType<typeof challenges>;
