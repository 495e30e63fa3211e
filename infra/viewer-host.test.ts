import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import { viewerHostHeader } from '#shared/http.ts';
import { inProject } from './project.ts';

const source = readFileSync(inProject('infra', 'edge-functions', 'viewer-host.js'), 'utf8');
const handler: (event: unknown) => { headers: Record<string, { value: string }> } = runInNewContext(
  `${source}; handler`,
);

const ask = (headers: Record<string, { value: string }>) =>
  handler({ request: { method: 'POST', uri: '/api/x', querystring: {}, headers } }).headers;

test('the API hears which host the browser asked', () =>
  expect(ask({ host: { value: 'portal.example' } })[viewerHostHeader]).toEqual({ value: 'portal.example' }));

test('a browser cannot say so itself', () =>
  expect(
    ask({ host: { value: 'portal.example' }, [viewerHostHeader]: { value: 'evil.example' } })[viewerHostHeader],
  ).toEqual({ value: 'portal.example' }));
