import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import { viewerAddressHeader, viewerHostHeader } from '#shared/http.ts';
import { edgeCode } from './edge-code.ts';

type Headers = Record<string, { value: string }>;
type Handler = (event: unknown) => { statusCode?: number; headers?: Headers };

const ask = (headers: Headers, ownHost?: string) => {
  const handler: Handler = runInNewContext(`${edgeCode('viewer-host', ownHost)}; handler`);
  return handler({ viewer: { ip: '192.0.2.1' }, request: { method: 'POST', uri: '/api/x', querystring: {}, headers } });
};

test('the API hears which host the browser asked', () =>
  expect(ask({ host: { value: 'portal.example' } }).headers?.[viewerHostHeader]).toEqual({ value: 'portal.example' }));

test('the API hears from which address, whatever a browser says of it', () => {
  const forged = { host: { value: 'portal.example' }, [viewerAddressHeader]: { value: '198.51.100.7' } };
  expect(ask(forged).headers?.[viewerAddressHeader]).toEqual({ value: '192.0.2.1' });
});

test('a browser cannot say so itself', () =>
  expect(
    ask({ host: { value: 'portal.example' }, [viewerHostHeader]: { value: 'evil.example' } }).headers?.[
      viewerHostHeader
    ],
  ).toEqual({ value: 'portal.example' }));

test('a host with a final dot is another site to browsers, and refused', () => {
  for (const value of ['portal.example.', 'portal.example.:443'])
    expect(ask({ host: { value } })).toMatchObject({ statusCode: 421 });
});

test('a stage with a domain answers by that alone, which its emails lead to', () => {
  expect(ask({ host: { value: 'd1.cloudfront.net' } }, 'portal.example')).toMatchObject({ statusCode: 421 });
  const { statusCode, headers } = ask({ host: { value: 'portal.example' } }, 'portal.example');
  expect([statusCode, headers?.[viewerHostHeader]]).toEqual([undefined, { value: 'portal.example' }]);
});
