import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect } from 'node:http2';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { createCertificate } from './certificate.ts';
import { serveHttp2 } from './servers.ts';

const certificate = createCertificate();
const listener: RequestListener = ({ httpVersion, url, headers }, res) => {
  res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ httpVersion, url, headers }));
};

test('serves HTTP/2 with the headers of HTTP/1.1, and closes with open connections', async () => {
  const { port, close } = await serveHttp2(listener, certificate);
  const session = connect(`https://localhost:${port}`, { ca: certificate.cert });
  const stream = session.request({ ':path': '/page?a=b', accept: 'text/html' });
  expect(JSON.parse(await text(stream))).toEqual({
    httpVersion: '2.0',
    url: '/page?a=b',
    headers: { host: `localhost:${port}`, accept: 'text/html' },
  });
  session.on('error', () => undefined);
  const closed = new Promise((resolve) => {
    session.once('close', resolve);
  });
  await close();
  await closed;
});

test('serves HTTP/1.1 to a client without HTTP/2', async () => {
  const { port, close } = await serveHttp2(listener, certificate);
  const outgoing = request({ host: 'localhost', port, path: '/page', ca: certificate.cert, agent: false }).end();
  const [response] = await once(outgoing, 'response');
  const { httpVersion, headers } = JSON.parse(await text(response));
  expect([httpVersion, headers.host]).toEqual(['1.1', `localhost:${port}`]);
  await close();
});
