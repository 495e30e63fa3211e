import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resolveAddress } from './addresses.ts';
import type { ResolvedAddress } from './addresses.ts';

const resolve = (pathname: string) => resolveAddress(pathname, 'FR');
const redirect = (to: string): ResolvedAddress => ({ type: 'redirect', to });

test.each<[string, string, string]>([
  ['/', '/FR', 'the root leads to the preferred language'],
  ['/ndach', '/DE/ndach', 'a region’s own path leads under its prefix'],
  ['/nuk', '/UK/nuk', 'a region’s own path leads under its prefix'],
  ['/nfr/repairs/book', '/FR/nfr/repairs/book', 'with whatever follows'],
  ['/ES/nuk', '/', 'an unknown prefix leads to the root'],
  ['/es', '/', 'an unknown prefix leads to the root'],
  ['/UK/nes', '/', 'an unknown region leads to the root'],
  ['/UK/nes/repairs/book', '/', 'an unknown region leads to the root, whatever follows'],
  ['/UK/nuk/', '/UK/nuk', 'no trailing slash'],
  ['/UK//nuk', '/UK/nuk', 'no doubled slash'],
  ['//example.com', '/', 'never another site'],
  ['/uk/nuk', '/UK/nuk', 'prefixes are upper-case'],
  ['/de/', '/DE', 'prefixes are upper-case'],
  ['/UK/NUK', '/UK/nuk', 'regions are lower-case'],
  ['/uk/NDach/repairs/book', '/UK/ndach/repairs/book', 'regions are lower-case, whatever follows'],
  ['/uk/legal-information/privacy-policy/', '/UK/legal-information/privacy-policy', 'on legal pages too'],
])('%s → %s: %s', (pathname, to) => {
  expect(resolve(pathname)).toEqual(redirect(to));
});

test('the well-known address of password managers leads to the page, in the region that somebody worked in last', () => {
  const address = '/.well-known/change-password';
  expect(resolveAddress(address, 'FR', 'nuk')).toEqual(redirect('/nuk/auth/change-password'));
  expect(resolve(address)).toEqual(redirect('/'));
});

test.each(['/U!K', '/%', '/<script>', '/U!K/nuk@1'])('%s is a 404 before any redirect', (pathname) => {
  expect(resolve(pathname)).toEqual({ type: 'notFound' });
});

test.each(['/UK/nu k', '/UK/nu%20k', '/UK/n%C3%BCk/repairs/book', '/uk/nuk@1'])(
  '%s is a 404 in the language of its prefix',
  (pathname) => {
    expect(resolve(pathname)).toEqual({ type: 'notFound', prefix: 'UK' });
  },
);

test.each<[string, ResolvedAddress]>([
  ['/UK', { type: 'ok', prefix: 'UK', region: undefined }],
  ['/UK/ndach', { type: 'ok', prefix: 'UK', region: 'ndach' }],
  ['/FR/legal-information/privacy-policy', { type: 'ok', prefix: 'FR', region: undefined }],
  ['/DE/nuk/nothing/here', { type: 'ok', prefix: 'DE', region: 'nuk' }],
])('%s stays', (pathname, expected) => {
  expect(resolve(pathname)).toEqual(expected);
});

test('every address is resolved within four redirects, on this site', () => {
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
        const resolved = resolve(pathname);
        if (resolved.type !== 'redirect') return;
        const target = new URL(resolved.to, 'http://site.example');
        expect(target.host).toBe('site.example');
        pathname = target.pathname;
      }
      expect(resolve(pathname).type).not.toBe('redirect');
    }),
    { numRuns: 1000 },
  );
});
