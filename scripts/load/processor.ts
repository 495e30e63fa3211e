// What Artillery runs beside the plan, in a thread of its own.
import { randomInt, randomUUID } from 'node:crypto';

type Visitor = {
  readonly vars: Partial<Record<'captchaUrl' | 'host' | 'uploadUrl' | 'file' | 'serial' | 'reference', string>> & {
    readonly cookies: Record<string, string>;
    readonly fields?: Readonly<Record<string, string>>;
  };
};
type Request = { readonly method: string; readonly url: string; headers: Record<string, string> };
type Done = (error?: Error) => void;

const tick = async (captchaUrl: string, host: string) => {
  const answer = await fetch(captchaUrl, { method: 'POST', body: new URLSearchParams({ host }) });
  return ((await answer.json()) as { token: string }).token;
};

export const arrive = async ({ vars }: Visitor): Promise<void> => {
  const { captchaUrl = '', host = '' } = vars;
  const id = randomUUID();
  const serial = `XTW7${String(randomInt(1e10)).padStart(10, '0')}`;
  const ticked = captchaUrl === '' ? 'load' : await tick(captchaUrl, host);
  Object.assign(vars, { id, serial, ticked, reference: `LOAD-${id.slice(0, 13)}`, cookies: {} });
};

/** Cookies by hand: Artillery's jar sends none that are Secure over http, as the local site is. */
export const sendCookies = (request: Request, { vars }: Visitor, _events: unknown, done: Done): void => {
  const cookies = Object.entries(vars.cookies).map(([name, value]) => `${name}=${value}`);
  request.headers = { ...request.headers, cookie: cookies.join('; ') };
  done();
};

type Response = { readonly statusCode: number; readonly headers: { readonly 'set-cookie'?: readonly string[] } };

/** Keeps cookies; any answer but the route's own ends the journey, as an error that names it. */
export const judge = (request: Request, response: Response, { vars }: Visitor, _events: unknown, done: Done): void => {
  for (const text of response.headers['set-cookie'] ?? []) {
    const [name = '', value = ''] = text.replace(/;.*/s, '').split(/=(.*)/s);
    vars.cookies[name] = value;
  }
  const { method, url, headers } = request;
  const isExpected = response.statusCode === Number(headers['x-expected-status']);
  done(isExpected ? undefined : new Error(`${method} ${new URL(url).pathname}: ${response.statusCode}`));
};

export const upload = async ({ vars }: Visitor): Promise<void> => {
  const { uploadUrl = '', fields = {}, file = '', serial = '', reference = '' } = vars;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([file.replaceAll('SERIAL', serial).replaceAll('REFERENCE', reference)]), 'returns.csv');
  const { ok, status } = await fetch(uploadUrl, { method: 'POST', body: form });
  if (!ok) throw new Error(`upload: ${status}`);
};
