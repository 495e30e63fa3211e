import { describe, expect, test } from '@jest/globals';
import { regionIds } from '#shared/config/regions.ts';
import {
  createChallengeCookie,
  encodeChallenge,
  createClearedChallengeCookie,
  createClearedSessionCookies,
  decodeChallenge,
  readChallengeCookie,
  createSessionCookies,
  readSessionCookies,
} from './cookies.ts';

const tokens = { accessToken: 'access', refreshToken: 'refresh' };

describe('session cookies', () => {
  test('are HttpOnly, with the refresh token limited to the auth path', () => {
    expect(createSessionCookies('nuk', tokens, 43_199.5)).toEqual([
      '__Host-access-nuk=access; Path=/; Max-Age=43199; HttpOnly; Secure; SameSite=Strict',
      '__Secure-refresh-nuk=refresh; Path=/api/auth/nuk; Max-Age=43199; HttpOnly; Secure; SameSite=Strict',
    ]);
  });

  test('are cleared with the same names and paths', () => {
    const toNameAndPath = (cookie: string) => cookie.replace(/=[^;]*/, '').replace(/Max-Age=\d+; /, '');
    expect(createClearedSessionCookies('nfr').map(toNameAndPath)).toEqual(
      createSessionCookies('nfr', tokens, 1).map(toNameAndPath),
    );
    for (const cleared of [...createClearedSessionCookies('nfr'), createClearedChallengeCookie('nfr')])
      expect(cleared).toContain('; Max-Age=0; ');
  });

  test('are separate for each region', () => {
    const cookies = ['__Host-access-nuk=a', '__Secure-refresh-nuk=r', '__Host-access-nukx=b', 'x__Host-access-ndach=c'];
    expect(readSessionCookies('nuk', cookies)).toEqual({ accessToken: 'a', refreshToken: 'r' });
    expect(readSessionCookies('ndach', cookies)).toEqual({});
  });

  test('are ignored when duplicated', () => {
    expect(
      readSessionCookies('nuk', ['__Secure-refresh-nuk=planted', '__Secure-refresh-nuk=ours', '__Host-access-nuk=a']),
    ).toEqual({ accessToken: 'a' });
  });

  // Cognito's access tokens have about 1,100 characters with three groups, its refresh tokens 1,800.
  test('of three regions fit into API Gateway’s header limit', () => {
    // The session id has 73 characters, and its signature (HMAC-SHA256 in base64url) 43.
    const signedSessionId = { text: 'n'.repeat(73), signature: 's'.repeat(43) };
    const largestTokens = { accessToken: 'a'.repeat(1400), refreshToken: 'r'.repeat(1900) };
    const header = regionIds
      .flatMap((region) => createSessionCookies(region, largestTokens, 1, signedSessionId))
      // The browser sends all these cookies only with a request below /api/auth/nuk.
      .filter((cookie) => cookie.includes('Path=/;') || cookie.includes('/nuk;'))
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
    // API Gateway allows 10,240 bytes of headers, of which 2,048 are left to the other headers.
    expect(header.length).toBeLessThan(10_240 - 2_048);
  });
});

test('the challenge cookie round-trips a challenge', () => {
  const challenge = {
    email: 'ä@x.example',
    username: 'sub',
    session: 's'.repeat(2000),
    temporaryPasswordFingerprint: 'salt.hash',
  };
  const signed = { text: encodeChallenge(challenge, 1_795_000_000), signature: 's'.repeat(43) };
  const pair = createChallengeCookie('nuk', signed).split(';')[0] ?? '';
  expect(pair.length).toBeLessThan(4096);
  expect(readChallengeCookie('nuk', [pair])).toEqual(signed);
  expect(decodeChallenge(signed.text)).toEqual({ ...challenge, until: 1_795_000_000 });
  expect(decodeChallenge('rubbish')).toBeUndefined();
  expect(readChallengeCookie('nuk', [`__Secure-challenge-nuk=${signed.text}`])).toBeUndefined();
  expect(readChallengeCookie('ndach', [pair])).toBeUndefined();
});
