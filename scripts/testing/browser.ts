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

/** What a browser does over the wire: keeps cookies, those of an earlier one where it goes on, and sends what our page sends. One of them is one browser. */
export const openBrowser = ({ siteUrl, captchaUrl }: Portal, cookies: Iterable<readonly [string, Cookie]> = []) => {
  const jar = new Map<string, Cookie>(cookies);

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

  /** Sends a call as it stands; nothing is checked before. */
  const send = async <R extends Route>(route: R, region: string, { body, query = {}, headers = {} }: Call = {}) => {
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

  return {
    jar,
    send,
    tickCaptcha,
    login: async (region: RegionId, email: string, password = demoPassword) =>
      send(routes.auth.login, region, { body: { email, password, captcha: await tickCaptcha() } }),
    askForCode: async (region: RegionId, email: string) =>
      send(routes.auth.requestCode, region, { body: { email, captcha: await tickCaptcha() } }),
    resetPassword: async (region: RegionId, email: string, code: string, newPassword: string) =>
      send(routes.auth.resetPassword, region, {
        body: { email, code, newPassword, confirmPassword: newPassword, captcha: await tickCaptcha() },
      }),
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
