import { expect, test } from '@jest/globals';
import { parseUserAgent } from './device.ts';

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  ['chrome', 'windows', `${windows} ${webKit} Chrome/142.0.0.0 Safari/537.36`],
  ['edge', 'windows', `${windows} ${webKit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`],
  ['other', 'windows', `${windows} ${webKit} Chrome/142.0.0.0 Safari/537.36 OPR/120.0.0.0`],
  ['firefox', 'windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'],
  ['safari', 'macos', `${mac} ${safari} Version/26.0 Safari/605.1.15`],
  ['chrome', 'macos', `${mac} ${webKit} Chrome/142.0.0.0 Safari/537.36`],
  ['safari', 'ios', `Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) ${safari} Version/18.6 Mobile/15E148 Safari/604.1`],
  [
    'chrome',
    'ios',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${safari} CriOS/142.0.0.0 Mobile/15E148 Safari/604.1`,
  ],
  [
    'edge',
    'ios',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${safari} Version/18.0 EdgiOS/142.0 Mobile/15E148 Safari/604.1`,
  ],
  [
    'firefox',
    'ios',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${safari} FxiOS/145.0 Mobile/15E148 Safari/605.1.15`,
  ],
  ['chrome', 'android', `Mozilla/5.0 (Linux; Android 10; K) ${webKit} Chrome/142.0.0.0 Mobile Safari/537.36`],
  [
    'other',
    'android',
    `Mozilla/5.0 (Linux; Android 14) ${webKit} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`,
  ],
  ['chrome', 'chromeos', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/142.0.0.0 Safari/537.36`],
  ['firefox', 'linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'],
  ['other', 'other', 'curl/8.14.1'],
  ['other', 'other', ''],
])('recognizes %s on %s', (browser, system, userAgent) =>
  expect(parseUserAgent(userAgent)).toEqual({ browser, system }),
);

test('parses a very long header without delay', () =>
  expect(parseUserAgent(`Version/1${' '.repeat(100_000)}`)).toEqual({ browser: 'other', system: 'other' }));
