import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import type { RequestListener, ServerResponse } from 'node:http';
import { extname, join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { apiStage, webConfigPath } from '#shared/http.ts';
import type { WebConfig } from '#shared/web-config.ts';
import { serve } from '../local-cloud/servers.ts';
import type { FakedPortal } from './faked-portal.ts';
import { fakedPortal } from './faked-portal.ts';

const root = resolve(import.meta.dirname, '../..');

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const inRegion = { returnsAvailable: true, returnPeriodDays: 30, supportUrl: 'https://support.example/' };

const captchaScript = '/captcha.js';

const configOf = (origin: string): WebConfig => ({
  stage: 'bench',
  trackingUrl: 'https://tracking.example/',
  captcha: { provider: 'recaptcha', scriptUrl: origin + captchaScript, siteKey: 'key' },
  provider: { name: 'Example Repairs Ltd', address: ['1 Example Street', 'London'], email: 'repairs@example.com' },
  regions: { nuk: inRegion, ndach: inRegion, nfr: inRegion },
});

const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Compressed as CloudFront does it, once for each file. */
const compressing = () => {
  const known = new Map<string, Buffer>();
  return (response: ServerResponse, type: string, file: string) => {
    response.setHeader('content-type', type);
    if (type.startsWith('font')) return response.end(readFileSync(file));
    const body = known.get(file) ?? brotliCompressSync(readFileSync(file), quality);
    known.set(file, body);
    return response.setHeader('content-encoding', 'br').end(body);
  };
};

const sendJson = (response: ServerResponse, body: unknown, status = 200) =>
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(body === undefined ? '' : JSON.stringify(body));

const answerFrom = (folder: string, portal: FakedPortal): RequestListener => {
  const send = compressing();
  return (request, response) => {
    const origin = `http://${request.headers.host}`;
    const { pathname } = new URL(request.url ?? '/', origin);
    if (pathname.startsWith(`/${apiStage}/`))
      return void portal(request).then(({ status, body }) => sendJson(response, body, status));
    if (pathname === webConfigPath) return void sendJson(response, configOf(origin));
    if (pathname === captchaScript) return void response.setHeader('content-type', 'text/javascript').end();
    const file = join(folder, pathname);
    const found = existsSync(file) && statSync(file).isFile() ? file : join(folder, 'index.html');
    return void send(response, types[extname(found)] ?? 'application/octet-stream', found);
  };
};

/** Builds the page as a deployment does, into a folder. */
export const buildSite = async (folder: string): Promise<void> => {
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--config', 'web/vite.config.ts', '--logLevel', 'error'];
  const child = spawn(process.execPath, [...vite, '--emptyOutDir', '--outDir', folder], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said = child.stderr.setEncoding('utf8').toArray();
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`the page could not be built:\n${(await said).join('')}`);
};

/** Works with a built page, and what stands behind it. */
export const withSite = async <T>(
  folder: string,
  portal: Parameters<typeof fakedPortal>[0],
  work: (origin: string) => Promise<T>,
): Promise<T> => {
  const { port, close } = await serve(answerFrom(folder, fakedPortal(portal)));
  try {
    return await work(`http://localhost:${port}`);
  } finally {
    await close();
  }
};

/** Kilobytes of a file of the page as it travels, gzip. */
export const travellingKilobytes = (file: string) => gzipSync(readFileSync(file)).length / 1000;
