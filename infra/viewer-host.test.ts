import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import { viewerHostHeader } from '#shared/http.ts';
import { edgeCode } from './edge-code.ts';

type Headers = Record<string, { value: string }>;
type Handler = (event: unknown) => { statusCode?: number; headers?: Headers };

const ask = (headers: Headers, ownHost?: string) => {
  const handler: Handler = runInNewContext(`${edgeCode('viewer-host', ownHost)}; handler`);
  return handler({ request: { method: 'POST', uri: '/api/x', querystring: {}, headers } });
};

test('the API hears which host the browser asked', () =>
  expect(ask({ host: { value: 'portal.example' } }).headers?.[viewerHostHeader]).toEqual({ value: 'portal.example' }));

test('a browser cannot say so itself', () =>
  expect(
    ask({ host: { value: 'portal.example' }, [viewerHostHeader]: { value: 'evil.example' } }).headers?.[
      viewerHostHeader
    ],
  ).toEqual({ value: 'portal.example' }));

test('a stage with a domain answers by that alone, which its emails lead to', () => {
  expect(ask({ host: { value: 'd1.cloudfront.net' } }, 'portal.example')).toMatchObject({ statusCode: 421 });
  const { statusCode, headers } = ask({ host: { value: 'portal.example' } }, 'portal.example');
  expect([statusCode, headers?.[viewerHostHeader]]).toEqual([undefined, { value: 'portal.example' }]);
});
