import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { createTokens } from './tokens.ts';
import { apiScript, framePage } from './widget.ts';

/** Where pages and functions look for it. */
export const captchaHosts = ['www.google.com', 'www.gstatic.com', 'recaptcha.google.com', 'www.recaptcha.net'].map(
  (host) => `https://${host}/recaptcha/`,
);

export type CaptchaOptions = {
  /** In ms. */
  readonly now: () => number;
  /** Whether a text is the secret key, i.e. what the portal's secret holds. */
  readonly isSecret: (text: string) => boolean;
};

const readForm = async (req: IncomingMessage) => new URLSearchParams(await text(req));

const answer = (res: ServerResponse, type: string, body: string, status = 200) => {
  res.writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' });
  res.end(body);
};

/** A stand-in for Google's reCAPTCHA v2: the script, the checkbox and the check, with Google's addresses below /recaptcha/. */
export const createCaptcha = ({ now, isSecret }: CaptchaOptions): RequestListener => {
  const tokens = createTokens(now, isSecret);

  const serve = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(req.url ?? '/', `http://${req.headers.host}`);
    switch (`${req.method} ${pathname}`) {
      case 'GET /recaptcha/api.js':
        return answer(res, 'text/javascript', apiScript(`http://${req.headers.host}`));
      case 'GET /recaptcha/api2/anchor':
        return answer(
          res,
          'text/html',
          framePage(
            searchParams.get('hl') ?? 'en',
            searchParams.get('theme') ?? 'light',
            searchParams.get('size') ?? 'normal',
          ),
        );
      case 'POST /recaptcha/api2/userverify': {
        const form = await readForm(req);
        return answer(res, 'application/json', JSON.stringify({ token: tokens.issue(form.get('host') ?? '') }));
      }
      case 'POST /recaptcha/api/siteverify': {
        const form = await readForm(req);
        return answer(
          res,
          'application/json',
          JSON.stringify(tokens.verify(form.get('secret') ?? '', form.get('response') ?? '')),
        );
      }
      default:
        return answer(res, 'text/plain', `The captcha stand-in does not do ${req.method} ${pathname}`, 404);
    }
  };

  return (req, res) => void serve(req, res).catch(() => res.destroy());
};
