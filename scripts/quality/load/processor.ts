// Functions that Artillery calls in its worker threads; bundled on their own, so they import only Node.
import { randomInt, randomUUID } from 'node:crypto';

type Person = {
  readonly vars: Partial<Record<'captchaUrl' | 'host' | 'uploadUrl' | 'file' | 'serial' | 'reference', string>> & {
    readonly cookies: Record<string, string>;
    readonly fields?: Readonly<Record<string, string>>;
    readonly user?: { readonly storeId: string };
  };
};
type Request = { readonly method: string; readonly url: string; headers: Record<string, string> };
type Response = { readonly statusCode: number; readonly headers: { readonly 'set-cookie'?: readonly string[] } };
type Callback = (error?: Error) => void;

const requestToken = async (captchaUrl: string, host: string) => {
  const response = await fetch(captchaUrl, { method: 'POST', body: new URLSearchParams({ host }) });
  return ((await response.json()) as { token: string }).token;
};

/** Gives a person an id, a serial number, a reference, a captcha token and no cookies. */
export const arrive = async ({ vars }: Person): Promise<void> => {
  const { captchaUrl = '', host = '' } = vars;
  const id = randomUUID();
  const serial = `XKW1${String(randomInt(1e10)).padStart(10, '0')}`;
  const token = captchaUrl === '' ? 'load' : await requestToken(captchaUrl, host);
  Object.assign(vars, { id, serial, token, reference: `LOAD-${id.slice(0, 13)}`, cookies: {} });
};

/** Sends the cookies itself, because Artillery sends Secure cookies only over TLS, which the local site does not have. */
export const sendCookies = (request: Request, { vars }: Person, _events: unknown, done: Callback): void => {
  const cookies = Object.entries(vars.cookies).map(([name, value]) => `${name}=${value}`);
  request.headers = { ...request.headers, cookie: cookies.join('; ') };
  done();
};

/** Stores cookies; ends the person's visit with an error that names the route if the status is unexpected. */
export const checkResponse = (
  { method, url, headers }: Request,
  response: Response,
  { vars }: Person,
  _events: unknown,
  done: Callback,
): void => {
  for (const text of response.headers['set-cookie'] ?? []) {
    const [name = '', value = ''] = text.replace(/;.*/s, '').split(/=(.*)/s);
    vars.cookies[name] = value;
  }
  const isExpected = response.statusCode === Number(headers['x-expected-status']);
  done(isExpected ? undefined : new Error(`${method} ${new URL(url).pathname}: ${response.statusCode}`));
};

/** Uploads the file, in which the person's store, reference and serial number replace STORE, REFERENCE and SERIAL. */
export const upload = async ({ vars }: Person): Promise<void> => {
  const { uploadUrl = '', fields = {}, file = '', serial = '', reference = '', user } = vars;
  const content = file
    .replaceAll('STORE', user?.storeId ?? '')
    .replaceAll('REFERENCE', reference)
    .replaceAll('SERIAL', serial);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([content]), 'returns.csv');
  const { ok, status } = await fetch(uploadUrl, { method: 'POST', body: form });
  if (!ok) throw new Error(`The upload returned ${status}.`);
};
