import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { extname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { webConfigPath } from '#shared/http.ts';
import type { WebConfig } from '#shared/web-config.ts';
import type { RunningServer } from '../local-cloud/servers.ts';
import { serve } from '../local-cloud/servers.ts';

const root = resolve(import.meta.dirname, '../..');

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const inRegion = { returnsAvailable: true, returnPeriodDays: 30, supportUrl: 'https://support.example/' };

/** Where the captcha's script would come from; the bench answers with nothing. */
export const captchaScript = 'https://captcha.example/api.js';

const config: WebConfig = {
  stage: 'bench',
  trackingUrl: 'https://tracking.example/',
  captcha: { provider: 'recaptcha', scriptUrl: captchaScript, siteKey: 'key' },
  provider: { name: 'Example Repairs Ltd', address: ['1 Example Street', 'London'], email: 'repairs@example.com' },
  regions: { nuk: inRegion, ndach: inRegion, nfr: inRegion },
};

const answerFrom =
  (folder: string): RequestListener =>
  ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    if (pathname === webConfigPath)
      return void response.setHeader('content-type', 'application/json').end(JSON.stringify(config));
    const file = join(folder, pathname);
    const found = existsSync(file) && statSync(file).isFile() ? file : join(folder, 'index.html');
    response.setHeader('content-type', types[extname(found)] ?? 'application/octet-stream').end(readFileSync(found));
  };

/** Builds the page as a deployment does, into a folder. */
export const buildSite = async (folder: string): Promise<void> => {
  const vite = [
    'node_modules/vite/bin/vite.js',
    'build',
    '--config',
    'web/vite.config.ts',
    '--logLevel',
    'error',
    '--emptyOutDir',
    '--outDir',
    folder,
  ];
  const child = spawn(process.execPath, vite, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said = child.stderr.setEncoding('utf8').toArray();
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`the page could not be built:\n${(await said).join('')}`);
};

/** Serves a built page, without what answers behind it. */
export const serveSite = (folder: string): Promise<RunningServer> => serve(answerFrom(folder));

/** Kilobytes of a file of the page as it travels, gzip. */
export const travellingKilobytes = (file: string) => gzipSync(readFileSync(file)).length / 1000;
