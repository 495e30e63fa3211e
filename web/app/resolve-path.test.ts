import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resolvePath } from './resolve-path.ts';
import type { ResolvedPath } from './resolve-path.ts';

const resolve = (pathname: string) => resolvePath(pathname, 'FR');
const buildRedirect = (to: string): ResolvedPath => ({ type: 'redirect', to });

test.each<[string, string, string]>([
  ['/', '/FR', 'root to preferred language'],
  ['/ndach', '/DE/ndach', 'adds the region’s prefix'],
  ['/nuk', '/UK/nuk', 'adds the region’s prefix'],
  ['/nfr/repairs/book', '/FR/nfr/repairs/book', 'keeps the rest of the path'],
  ['/ES/nuk', '/', 'unknown prefix to root'],
  ['/es', '/', 'unknown prefix to root'],
  ['/UK/nes', '/', 'unknown region to root'],
  ['/UK/nes/repairs/book', '/', 'unknown region with a path to root'],
  ['/UK/nuk/', '/UK/nuk', 'removes the trailing slash'],
  ['/UK//nuk', '/UK/nuk', 'removes the double slash'],
  ['//example.com', '/', 'never leaves the site'],
  ['/uk/nuk', '/UK/nuk', 'uppercases the prefix'],
  ['/de/', '/DE', 'uppercases the prefix'],
  ['/UK/NUK', '/UK/nuk', 'lowercases the region'],
  ['/uk/NDach/repairs/book', '/UK/ndach/repairs/book', 'lowercases the region before a path'],
  ['/uk/legal-information/privacy-policy/', '/UK/legal-information/privacy-policy', 'normalizes legal pages'],
])('redirects %s to %s: %s', (pathname, to) => {
  expect(resolve(pathname)).toEqual(buildRedirect(to));
});

test('redirects the well-known change-password URL to the last used region', () => {
  const path = '/.well-known/change-password';
  expect(resolvePath(path, 'FR', 'nuk')).toEqual(buildRedirect('/nuk/auth/change-password'));
  expect(resolve(path)).toEqual(buildRedirect('/'));
});

test.each(['/U!K', '/%', '/<script>', '/U!K/nuk@1'])('returns notFound without a language for %s', (pathname) => {
  expect(resolve(pathname)).toEqual({ type: 'notFound' });
});

test.each(['/UK/nu k', '/UK/nu%20k', '/UK/n%C3%BCk/repairs/book', '/uk/nuk@1'])(
  'returns notFound in the language of %s',
  (pathname) => {
    expect(resolve(pathname)).toEqual({ type: 'notFound', prefix: 'UK' });
  },
);

test.each<[string, ResolvedPath]>([
  ['/UK', { type: 'ok', prefix: 'UK', region: undefined }],
  ['/UK/ndach', { type: 'ok', prefix: 'UK', region: 'ndach' }],
  ['/FR/legal-information/privacy-policy', { type: 'ok', prefix: 'FR', region: undefined }],
  ['/DE/nuk/nothing/here', { type: 'ok', prefix: 'DE', region: 'nuk' }],
])('accepts %s unchanged', (pathname, expected) => {
  expect(resolve(pathname)).toEqual(expected);
});

test('resolves any path within four same-origin redirects', () => {
  const segment = fc.oneof(
    fc.constantFrom('UK', 'de', 'nuk', 'ndach', 'legal-information', '', '.', '%2F', '~'),
    fc.string({ maxLength: 6 }),
  );
  fc.assert(
    fc.property(fc.array(segment, { maxLength: 5 }), (segments) => {
      let { pathname } = new URL(
        `http://site.example/${segments.map((part) => part.replaceAll(/[?#]/g, '')).join('/')}`,
      );
      for (let hops = 0; hops < 4; hops += 1) {
        const resolvedPath = resolve(pathname);
        if (resolvedPath.type !== 'redirect') return;
        const target = new URL(resolvedPath.to, 'http://site.example');
        expect(target.host).toBe('site.example');
        pathname = target.pathname;
      }
      expect(resolve(pathname).type).not.toBe('redirect');
    }),
    { numRuns: 1000 },
  );
});
