import { setTimeout as wait } from 'node:timers/promises';
import { apiStage, requestHeader } from '#shared/api/headers.ts';
import type { Output, Route } from '#shared/api/route.ts';
import { routes } from '#shared/api/routes/table.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { demoPassword } from '../demo/accounts.ts';

type Portal = { readonly siteUrl: string; readonly captchaUrl: string };
type Cookie = { readonly value: string; readonly path: string };
type Call = {
  readonly body?: unknown;
  readonly query?: Record<string, string>;
  readonly headers?: Record<string, string>;
};
type ErrorBody = {
  readonly error?: { readonly code: string; readonly problems?: readonly { path: string; rule: string }[] };
};

type Options = {
  /** Cookies of an earlier browser, to continue its session. */
  readonly cookies?: Iterable<readonly [string, Cookie]>;
  /** Maximum attempts for a call that returns 503. Default: one. */
  readonly triesWhenBusy?: number;
};

type BrowserResponse<R extends Route> = {
  readonly status: number;
  /** Body of the response; not validated. */
  readonly json: Output<R> & ErrorBody;
  /** Code of an error. */
  readonly code: string | undefined;
  readonly setCookies: string[];
  readonly headers: Headers;
};

/** Browser for tests over HTTP, which stores cookies and sends the same headers as our page. */
export type Browser = {
  /** Cookies by name. */
  readonly jar: Map<string, Cookie>;
  /** Sends a call without validating it. */
  readonly send: <R extends Route>(route: R, region: string, call?: Call) => Promise<BrowserResponse<R>>;
  /** Returns a new captcha token. */
  readonly tickCaptcha: () => Promise<string>;
  /**
   * Sends a call with a new captcha token, and a new one after 503, because a token is valid only once. Returns the last
   * token with the response.
   */
  readonly sendWithCaptcha: <R extends Route>(
    route: R,
    region: string,
    body: Readonly<Record<string, string>>,
    headers?: Call['headers'],
  ) => Promise<BrowserResponse<R> & { readonly captcha: string }>;
  /** Signs in, by default with the password of the demo users. */
  readonly login: (
    region: RegionId,
    email: string,
    password?: string,
  ) => Promise<BrowserResponse<typeof routes.auth.login>>;
  readonly askForCode: (region: RegionId, email: string) => Promise<BrowserResponse<typeof routes.auth.requestCode>>;
  readonly resetPassword: (
    region: RegionId,
    email: string,
    code: string,
    newPassword: string,
  ) => Promise<BrowserResponse<typeof routes.auth.resetPassword>>;
};

/** Retries a call after 503, like a user who sees that the service is busy. */
export const retryWhenBusy = async <Response extends { readonly status: number }>(
  tries: number,
  sendCall: () => Promise<Response>,
): Promise<Response> => {
  for (let attempt = 1; ; attempt += 1) {
    const response = await sendCall();
    if (response.status !== 503 || attempt >= tries) return response;
    await wait(attempt * 250);
  }
};

export const openBrowser = (
  { siteUrl, captchaUrl }: Portal,
  { cookies = [], triesWhenBusy = 1 }: Options = {},
): Browser => {
  const jar = new Map<string, Cookie>(cookies);

  const storeCookies = (setCookies: readonly string[]) => {
    for (const text of setCookies) {
      const [pair = '', ...attributes] = text.split('; ');
      const [name = '', value = ''] = pair.split(/=(.*)/);
      const path = attributes.find((attribute) => attribute.startsWith('Path='))?.slice(5) ?? '/';
      if (attributes.includes('Max-Age=0')) jar.delete(name);
      else jar.set(name, { value, path });
    }
  };
  const formatCookieHeader = (path: string) =>
    [...jar]
      .filter(([, cookie]) => path.startsWith(cookie.path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');

  const sendOnce = async <R extends Route>(route: R, region: string, { body, query = {}, headers = {} }: Call = {}) => {
    const path = `/${apiStage}${route.path.replace('{region}', region)}`;
    const response = await fetch(`${siteUrl}${path}?${new URLSearchParams(query)}`, {
      method: route.method,
      redirect: 'manual',
      // Headers with the value '' are not sent.
      headers: Object.entries({
        [requestHeader.name]: requestHeader.value,
        'sec-fetch-site': 'same-origin',
        cookie: formatCookieHeader(path),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      }).filter(([, value]) => value !== ''),
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const setCookies = response.headers.getSetCookie();
    storeCookies(setCookies);
    // The firewall's challenge has no body.
    const text = await response.text();
    const json = (text === '' ? {} : JSON.parse(text)) as Output<R> & ErrorBody;
    return { status: response.status, json, code: json.error?.code, setCookies, headers: response.headers };
  };

  const tickCaptcha = async (): Promise<string> => {
    // The provider's published test keys accept any token.
    if (captchaUrl === '') return 'ticked';
    const response = await fetch(`${captchaUrl}/recaptcha/api2/userverify`, {
      method: 'POST',
      body: new URLSearchParams({ host: new URL(siteUrl).hostname }),
    });
    return ((await response.json()) as { token: string }).token;
  };

  const sendWithCaptcha: Browser['sendWithCaptcha'] = (route, region, body, headers = {}) =>
    retryWhenBusy(triesWhenBusy, async () => {
      const captcha = await tickCaptcha();
      return { ...(await sendOnce(route, region, { body: { ...body, captcha }, headers })), captcha };
    });

  return {
    jar,
    send: <R extends Route>(route: R, region: string, call: Call = {}) =>
      retryWhenBusy(triesWhenBusy, () => sendOnce(route, region, call)),
    tickCaptcha,
    sendWithCaptcha,
    login: (region: RegionId, email: string, password = demoPassword) =>
      sendWithCaptcha(routes.auth.login, region, { email, password }),
    askForCode: (region: RegionId, email: string) => sendWithCaptcha(routes.auth.requestCode, region, { email }),
    resetPassword: (region: RegionId, email: string, code: string, newPassword: string) =>
      sendWithCaptcha(routes.auth.resetPassword, region, { email, code, newPassword, confirmPassword: newPassword }),
  };
};

type PresignedPost = { readonly url: string; readonly fields: Readonly<Record<string, string>> };

/** Posts a file as the page does, optionally with changed fields. */
export const postFile = async (
  { url, fields }: PresignedPost,
  bytes: Uint8Array | string,
  overrides: Record<string, string> = {},
): Promise<{ status: number; text: string }> => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, ...overrides })) form.append(name, value);
  form.append('file', new Blob([typeof bytes === 'string' ? bytes : Uint8Array.from(bytes)]), 'returns.csv');
  const response = await fetch(url, { method: 'POST', body: form });
  return { status: response.status, text: await response.text() };
};
