import { randomBytes } from 'node:crypto';

const lifeMs = 2 * 60_000;

type Solved = { readonly at: number; readonly hostname: string };

export type Verdict = { success: boolean; challenge_ts?: string; hostname?: string; 'error-codes'?: string[] };

const no = (...codes: string[]): Verdict => ({ success: false, 'error-codes': codes });

/** Tokens of solved captchas, each good for one check within two minutes, as reCAPTCHA's are. `now` in ms. */
export const createTokens = (now: () => number, isSecret: (text: string) => boolean) => {
  const solved = new Map<string, Solved>();
  return {
    issue: (hostname: string): string => {
      const token = randomBytes(300).toString('base64url');
      for (const [known, { at }] of solved) if (now() - at > lifeMs) solved.delete(known);
      solved.set(token, { at: now(), hostname });
      return token;
    },
    verify: (secret: string, response: string): Verdict => {
      if (secret === '') return no('missing-input-secret');
      if (!isSecret(secret)) return no('invalid-input-secret');
      if (response === '') return no('missing-input-response');
      const found = solved.get(response);
      solved.delete(response);
      // Google tells a token used twice or too old from one that never was; both are refused.
      if (!found) return no(response.length < 100 ? 'invalid-input-response' : 'timeout-or-duplicate');
      if (now() - found.at > lifeMs) return no('timeout-or-duplicate');
      return {
        success: true,
        challenge_ts: new Date(found.at).toISOString().replace(/\.\d+/, ''),
        hostname: found.hostname,
      };
    },
  };
};
