import { randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { answerText } from '#scripts/local-cloud/servers.ts';
import { apiScript, framePage } from './widget.ts';

/** Where pages and functions look for it. */
export const captchaHosts = ['www.google.com', 'www.gstatic.com', 'recaptcha.google.com', 'www.recaptcha.net'].map(
  (host) => `https://${host}/recaptcha/`,
);

const lifeMs = 2 * 60_000;

type Verdict = { success: boolean; challenge_ts?: string; hostname?: string; 'error-codes'?: string[] };

const no = (...codes: string[]): Verdict => ({ success: false, 'error-codes': codes });

/** Tokens of solved captchas, each good for one check within two minutes, as reCAPTCHA's are. `now` in ms. */
const createTokens = (now: () => number, isSecret: (text: string) => boolean) => {
  const solved = new Map<string, { readonly at: number; readonly hostname: string }>();
  return {
    issue: (hostname: string): string => {
      const token = randomBytes(300).toString('base64url');
      for (const [known, { at }] of solved) if (now() - at > lifeMs) solved.delete(known);
      solved.set(token, { at: now(), hostname });
      return token;
    },
    verify: (secret: string, response: string): Verdict => {
      if (!isSecret(secret)) return no('invalid-input-secret');
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

/** Google's reCAPTCHA v2: script, checkbox and check, at Google's addresses below /recaptcha/. `now` in ms; `isSecret`: of the portal. */
export const createCaptcha = (now: () => number, isSecret: (text: string) => boolean): RequestListener => {
  const tokens = createTokens(now, isSecret);

  const serve = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(req.url ?? '/', `http://${req.headers.host}`);
    const form = new URLSearchParams(await text(req));
    const json = (value: object) => answerText(res, 'application/json', JSON.stringify(value));
    switch (`${req.method} ${pathname}`) {
      case 'GET /recaptcha/api.js':
        return answerText(res, 'text/javascript', apiScript(`http://${req.headers.host}`));
      case 'GET /recaptcha/api2/anchor':
        return answerText(res, 'text/html', framePage(searchParams));
      case 'POST /recaptcha/api2/userverify':
        return json({ token: tokens.issue(form.get('host') ?? '') });
      case 'POST /recaptcha/api/siteverify':
        return json(tokens.verify(form.get('secret') ?? '', form.get('response') ?? ''));
      default:
        return answerText(res, 'text/plain', `The captcha stand-in does not do ${req.method} ${pathname}`, 404);
    }
  };

  return (req, res) => void serve(req, res).catch(() => res.destroy());
};
