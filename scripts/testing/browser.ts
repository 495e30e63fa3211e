import { setTimeout as wait } from 'node:timers/promises';
import { apiStage, requestHeader } from '#shared/http.ts';
import type { RegionId } from '#shared/regions.ts';
import type { Output, Route } from '#shared/route.ts';
import { routes } from '#shared/routes/table.ts';
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
  /** Cookies of an earlier browser, where this one goes on. */
  readonly cookies?: Iterable<readonly [string, Cookie]>;
  /** How often a call is sent that the portal answers with 503. Absent: once. */
  readonly triesWhenBusy?: number;
};

/** What a browser does over the wire: keeps cookies and sends what our page sends. One of them is one browser. */
export const openBrowser = ({ siteUrl, captchaUrl }: Portal, { cookies = [], triesWhenBusy = 1 }: Options = {}) => {
  const jar = new Map<string, Cookie>(cookies);

  /** Asks again after 503, as a user does whom the page tells that the service is busy. */
  const askPatiently = async <Answer extends { readonly status: number }>(ask: () => Promise<Answer>) => {
    for (let tries = 1; ; tries += 1) {
      const answer = await ask();
      if (answer.status !== 503 || tries >= triesWhenBusy) return answer;
      await wait(tries * 250);
    }
  };

  const keep = (setCookies: readonly string[]) => {
    for (const text of setCookies) {
      const [pair = '', ...attributes] = text.split('; ');
      const [name = '', value = ''] = pair.split(/=(.*)/);
      const path = attributes.find((attribute) => attribute.startsWith('Path='))?.slice(5) ?? '/';
      if (attributes.includes('Max-Age=0')) jar.delete(name);
      else jar.set(name, { value, path });
    }
  };
  const cookiesFor = (path: string) =>
    [...jar]
      .filter(([, cookie]) => path.startsWith(cookie.path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');

  const sendOnce = async <R extends Route>(route: R, region: string, { body, query = {}, headers = {} }: Call = {}) => {
    const path = `/${apiStage}${route.path.replace('{region}', region)}`;
    const response = await fetch(`${siteUrl}${path}?${new URLSearchParams(query)}`, {
      method: route.method,
      redirect: 'manual',
      // A header given as '' is not sent at all.
      headers: Object.entries({
        [requestHeader.name]: requestHeader.value,
        'sec-fetch-site': 'same-origin',
        cookie: cookiesFor(path),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      }).filter(([, value]) => value !== ''),
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const setCookies = response.headers.getSetCookie();
    keep(setCookies);
    const json = (await response.json()) as Output<R> & ErrorBody;
    return { status: response.status, json, code: json.error?.code, setCookies, headers: response.headers };
  };

  const tickCaptcha = async (): Promise<string> => {
    // Where the provider's published keys take any.
    if (captchaUrl === '') return 'ticked';
    const response = await fetch(`${captchaUrl}/recaptcha/api2/userverify`, {
      method: 'POST',
      body: new URLSearchParams({ host: new URL(siteUrl).hostname }),
    });
    return ((await response.json()) as { token: string }).token;
  };

  /** Sends a call with a captcha that is ticked for each try, since each tick counts once. */
  const sendTicked = <R extends Route>(route: R, region: RegionId, body: Readonly<Record<string, string>>) =>
    askPatiently(async () => sendOnce(route, region, { body: { ...body, captcha: await tickCaptcha() } }));

  return {
    jar,
    /** Sends a call as it stands; nothing is checked before. */
    send: <R extends Route>(route: R, region: string, call: Call = {}) =>
      askPatiently(() => sendOnce(route, region, call)),
    tickCaptcha,
    login: (region: RegionId, email: string, password = demoPassword) =>
      sendTicked(routes.auth.login, region, { email, password }),
    askForCode: (region: RegionId, email: string) => sendTicked(routes.auth.requestCode, region, { email }),
    resetPassword: (region: RegionId, email: string, code: string, newPassword: string) =>
      sendTicked(routes.auth.resetPassword, region, { email, code, newPassword, confirmPassword: newPassword }),
  };
};

export type Browser = ReturnType<typeof openBrowser>;

type PresignedPost = { readonly url: string; readonly fields: Readonly<Record<string, string>> };

/** Posts a file as the page does, or with fields of one's own. */
export const postFile = async (
  { url, fields }: PresignedPost,
  bytes: Uint8Array | string,
  change: Record<string, string> = {},
): Promise<{ status: number; text: string }> => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, ...change })) form.append(name, value);
  form.append('file', new Blob([typeof bytes === 'string' ? bytes : Uint8Array.from(bytes)]), 'returns.csv');
  const answer = await fetch(url, { method: 'POST', body: form });
  return { status: answer.status, text: await answer.text() };
};
