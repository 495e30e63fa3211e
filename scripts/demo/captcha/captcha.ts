import { randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { sendText } from '#scripts/local-cloud/servers.ts';
import { createApiScript, createFramePage } from './widget.ts';

/** URLs at which pages and functions expect reCAPTCHA. */
export const captchaUrls = ['www.google.com', 'www.gstatic.com', 'recaptcha.google.com', 'www.recaptcha.net'].map(
  (host) => `https://${host}/recaptcha/`,
);

const tokenLifetimeMs = 2 * 60_000;

type Verdict = { success: boolean; challenge_ts?: string; hostname?: string; 'error-codes'?: string[] };

const createFailure = (...codes: string[]): Verdict => ({ success: false, 'error-codes': codes });

/** Tokens of solved captchas, each valid for one verification within two minutes, as in reCAPTCHA. `now` is in ms. */
const createTokens = (now: () => number, isSecret: (text: string) => boolean) => {
  const solutionByToken = new Map<string, { readonly at: number; readonly hostname: string }>();
  return {
    issue: (hostname: string): string => {
      const token = randomBytes(300).toString('base64url');
      for (const [knownToken, { at }] of solutionByToken)
        if (now() - at > tokenLifetimeMs) solutionByToken.delete(knownToken);
      solutionByToken.set(token, { at: now(), hostname });
      return token;
    },
    verify: (secret: string, response: string): Verdict => {
      if (!isSecret(secret)) return createFailure('invalid-input-secret');
      const solution = solutionByToken.get(response);
      solutionByToken.delete(response);
      // Google distinguishes a used or expired token from an invalid one; both are rejected.
      if (!solution) return createFailure(response.length < 100 ? 'invalid-input-response' : 'timeout-or-duplicate');
      if (now() - solution.at > tokenLifetimeMs) return createFailure('timeout-or-duplicate');
      return {
        success: true,
        challenge_ts: new Date(solution.at).toISOString().replace(/\.\d+/, ''),
        hostname: solution.hostname,
      };
    },
  };
};

/**
 * Simulates Google's reCAPTCHA v2 at Google's URLs: script, checkbox and verification. `now` is in ms; `isSecret`
 * checks the portal's secret key.
 */
export const createCaptcha = (now: () => number, isSecret: (text: string) => boolean): RequestListener => {
  const tokens = createTokens(now, isSecret);

  const serve = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(req.url ?? '/', `http://${req.headers.host}`);
    const form = new URLSearchParams(await text(req));
    const sendJson = (value: object) => sendText(res, 'application/json', JSON.stringify(value));
    switch (`${req.method} ${pathname}`) {
      case 'GET /recaptcha/api.js':
        return sendText(res, 'text/javascript', createApiScript(`http://${req.headers.host}`));
      case 'GET /recaptcha/api2/anchor':
        return sendText(res, 'text/html', createFramePage(searchParams));
      case 'POST /recaptcha/api2/userverify':
        return sendJson({ token: tokens.issue(form.get('host') ?? '') });
      case 'POST /recaptcha/api/siteverify':
        return sendJson(tokens.verify(form.get('secret') ?? '', form.get('response') ?? ''));
      default:
        return sendText(res, 'text/plain', `The captcha stand-in does not do ${req.method} ${pathname}`, 404);
    }
  };

  return (req, res) => void serve(req, res).catch(() => res.destroy());
};
