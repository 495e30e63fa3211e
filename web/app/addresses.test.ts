import fc from 'fast-check';
import { expect, test } from 'vitest';
import { settleAddress } from './addresses.ts';
import type { Settled } from './addresses.ts';

const settle = (pathname: string) => settleAddress(pathname, 'FR');
const redirect = (to: string): Settled => ({ type: 'redirect', to });

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
  ['/uk/legal-information/privacy-policy/', '/UK/legal-information/privacy-policy', 'on legal pages too'],
])('%s → %s: %s', (pathname, to) => {
  expect(settle(pathname)).toEqual(redirect(to));
});

test.each(['/U!K', '/UK/nu k', '/UK/nu%20k', '/UK/n%C3%BCk/repairs/book', '/%', '/UK/nuk@1', '/<script>'])(
  '%s is a 404 before any redirect',
  (pathname) => {
    expect(settle(pathname)).toEqual({ type: 'notFound' });
  },
);

test.each<[string, Settled]>([
  ['/UK', { type: 'ok', prefix: 'UK', region: undefined }],
  ['/UK/ndach', { type: 'ok', prefix: 'UK', region: 'ndach' }],
  ['/FR/legal-information/privacy-policy', { type: 'ok', prefix: 'FR', region: undefined }],
  ['/DE/nuk/nothing/here', { type: 'ok', prefix: 'DE', region: 'nuk' }],
])('%s stays', (pathname, expected) => {
  expect(settle(pathname)).toEqual(expected);
});

test('every address settles within four redirects, on this site', () => {
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
        const settled = settle(pathname);
        if (settled.type !== 'redirect') return;
        const target = new URL(settled.to, 'http://site.example');
        expect(target.host).toBe('site.example');
        pathname = target.pathname;
      }
      expect(settle(pathname).type).not.toBe('redirect');
    }),
    { numRuns: 1000 },
  );
});
