import { expect, test } from '@jest/globals';
import { toLocalUrl, replaceHosts } from './hosts.ts';
import type { Hosts } from './hosts.ts';

const hosts: Hosts = [
  ['https://www.google.com/recaptcha/', 'http://127.0.0.1:1/recaptcha/'],
  ['https://uploads.s3.eu-central-1.amazonaws.com', 'http://127.0.0.1:2'],
  ['https://localhost:4100', 'http://localhost:4100'],
];

test.each([
  ['https://www.google.com/recaptcha/api.js?hl=de', 'http://127.0.0.1:1/recaptcha/api.js?hl=de'],
  ['https://uploads.s3.eu-central-1.amazonaws.com', 'http://127.0.0.1:2'],
  ['https://uploads.s3.eu-central-1.amazonaws.com/key', 'http://127.0.0.1:2/key'],
  ['https://www.google.com/search', undefined],
  ['https://uploads.s3.eu-central-1.amazonaws.com.evil.test/', undefined],
  ['https://evil.test/?https://www.google.com/recaptcha/', undefined],
  ['https://localhost:41001/', undefined],
])('%s resolves to %s', (real, local) => {
  expect(toLocalUrl(hosts, real)).toBe(local);
});

test('replaces real URLs with local ones in a content security policy', () => {
  expect(
    replaceHosts(
      hosts,
      "script-src 'self' https://www.google.com/recaptcha/; connect-src https://uploads.s3.eu-central-1.amazonaws.com; x",
    ),
  ).toBe("script-src 'self' http://127.0.0.1:1/recaptcha/; connect-src http://127.0.0.1:2; x");
});
