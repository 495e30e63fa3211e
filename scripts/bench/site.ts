import { existsSync, readFileSync, statSync } from 'node:fs';
import type { RequestListener, ServerResponse } from 'node:http';
import { extname, join, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { apiStage, webConfigPath } from '#shared/http.ts';
import { byRegion } from '#shared/regions.ts';
import type { WebConfig } from '#shared/web-config.ts';
import { serve } from '../local-cloud/servers.ts';
import { fakedPortal } from './faked-portal.ts';

export const pageFolder = resolve(import.meta.dirname, '../../dist/web');

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const captchaScript = '/captcha.js';

const configOf = (origin: string): WebConfig => ({
  stage: 'bench',
  trackingUrl: 'https://tracking.example/',
  captcha: { provider: 'recaptcha', scriptUrl: origin + captchaScript, siteKey: 'key' },
  provider: { name: 'Example Repairs Ltd', address: ['1 Example Street', 'London'], email: 'repairs@example.com' },
  regions: byRegion(() => ({ returnsAvailable: true, returnPeriodDays: 30, supportUrl: 'https://support.example/' })),
});

const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const compressed = new Map<string, Buffer>();

/** Compressed as CloudFront does it, once for each file. */
const sendFile = (response: ServerResponse, file: string) => {
  const type = types[extname(file)] ?? 'application/octet-stream';
  response.setHeader('content-type', type);
  if (type.startsWith('font')) return response.end(readFileSync(file));
  const body = compressed.get(file) ?? brotliCompressSync(readFileSync(file), quality);
  compressed.set(file, body);
  return response.setHeader('content-encoding', 'br').end(body);
};

const answering = (portal: ReturnType<typeof fakedPortal>): RequestListener => {
  const answer = async (request: Parameters<RequestListener>[0], response: ServerResponse) => {
    const origin = `http://${request.headers.host}`;
    const { pathname } = new URL(request.url ?? '/', origin);
    const sendJson = (body: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (pathname === webConfigPath) return sendJson(configOf(origin));
    if (pathname === captchaScript) return response.setHeader('content-type', 'text/javascript').end();
    if (pathname.startsWith(`/${apiStage}/`)) {
      const { status, body } = await portal(request);
      return sendJson(body, status);
    }
    const file = join(pageFolder, pathname);
    return sendFile(response, existsSync(file) && statSync(file).isFile() ? file : join(pageFolder, 'index.html'));
  };
  return (request, response) => void answer(request, response);
};

export const withSite = async <T>(
  portal: Parameters<typeof fakedPortal>[0],
  work: (origin: string) => Promise<T>,
): Promise<T> => {
  const { port, close } = await serve(answering(fakedPortal(portal)));
  return work(`http://localhost:${port}`).finally(close);
};
