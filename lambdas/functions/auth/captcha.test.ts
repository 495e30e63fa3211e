import { describe, expect, test } from '@jest/globals';
import { createCaptchaVerifier } from './captcha.ts';

const createVerifier = (respond: () => Promise<Response>, acceptsAnySite = false) => {
  const requests: { url: string; body: string }[] = [];
  const verify = createCaptchaVerifier({
    verifyUrl: 'https://captcha.example/siteverify',
    secret: async () => 'the-secret',
    acceptsAnySite,
    fetch: async (url, init) => {
      requests.push({ url: String(url), body: String(init?.body) });
      return respond();
    },
    timeoutMs: 50,
  });
  return { verify, requests };
};

describe('createCaptchaVerifier', () => {
  test('sends the secret and the token to the provider', async () => {
    const { verify, requests } = createVerifier(async () =>
      Response.json({ success: true, hostname: 'portal.example' }),
    );
    await verify('token of the box', 'https://portal.example');
    expect(requests).toEqual([
      { url: 'https://captcha.example/siteverify', body: 'secret=the-secret&response=token+of+the+box' },
    ]);
  });

  test('throws CaptchaFailed for an invalid token', async () => {
    const { verify } = createVerifier(async () =>
      Response.json({ success: false, 'error-codes': ['timeout-or-duplicate'] }),
    );
    await expect(verify('used', 'https://portal.example')).rejects.toMatchObject({ code: 'CaptchaFailed' });
  });

  test('rejects a token that was issued on another site', async () => {
    const { verify } = createVerifier(async () => Response.json({ success: true, hostname: 'evil.example' }));
    await expect(verify('theirs', 'https://portal.example')).rejects.toMatchObject({ code: 'CaptchaFailed' });
  });

  test('accepts any host name with the published test keys', async () => {
    const responses = [{ success: true, hostname: 'testkey.google.com' }, { success: false }];
    const { verify } = createVerifier(async () => Response.json(responses.shift()), true);
    await verify('any', 'https://portal.example');
    await expect(verify('any', 'https://portal.example')).rejects.toMatchObject({ code: 'CaptchaFailed' });
  });

  test.each([
    ['an unknown secret', 'invalid-input-secret'],
    ['an internal error of the provider', 'internal-error'],
  ])('throws ServiceUnavailable for %s', async (_, code) => {
    const { verify } = createVerifier(async () => Response.json({ success: false, 'error-codes': [code] }));
    await expect(verify('token', 'https://portal.example')).rejects.toMatchObject({ code: 'ServiceUnavailable' });
  });

  test.each([
    ['is unreachable', () => Promise.reject(new TypeError('fetch failed'))],
    ['fails', async () => new Response('oops', { status: 500 })],
    ['returns an unknown response', async () => Response.json({ verdict: 'yes' })],
  ])('throws ServiceUnavailable when the provider %s', async (_, respond) => {
    const { verify } = createVerifier(respond);
    await expect(verify('token', 'https://portal.example')).rejects.toMatchObject({ code: 'ServiceUnavailable' });
  });

  test('times out when the provider does not respond', async () => {
    const verify = createCaptchaVerifier({
      verifyUrl: 'https://captcha.example',
      secret: async () => 's',
      acceptsAnySite: false,
      fetch: (_, init) =>
        new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('timeout')))),
      timeoutMs: 20,
    });
    await expect(verify('token', 'https://portal.example')).rejects.toMatchObject({ code: 'ServiceUnavailable' });
  });
});
