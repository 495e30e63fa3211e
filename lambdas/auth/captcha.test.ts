import { describe, expect, test } from '@jest/globals';
import { captchaCheck } from './captcha.ts';

const verifyWith = (answer: () => Promise<Response>, ofAnySite = false) => {
  const asked: { url: string; body: string }[] = [];
  const verify = captchaCheck({
    verifyUrl: 'https://captcha.example/siteverify',
    secret: async () => 'the-secret',
    ofAnySite,
    fetch: async (url, init) => {
      asked.push({ url: String(url), body: String(init?.body) });
      return answer();
    },
    timeoutMs: 50,
  });
  return { verify, asked };
};

describe('the captcha', () => {
  test('asks the provider with our secret', async () => {
    const { verify, asked } = verifyWith(async () => Response.json({ success: true, hostname: 'portal.example' }));
    await verify('token of the box', 'https://portal.example');
    expect(asked).toEqual([
      { url: 'https://captcha.example/siteverify', body: 'secret=the-secret&response=token+of+the+box' },
    ]);
  });

  test('a "no" is CaptchaFailed', async () => {
    const { verify } = verifyWith(async () =>
      Response.json({ success: false, 'error-codes': ['timeout-or-duplicate'] }),
    );
    await expect(verify('used', 'https://portal.example')).rejects.toMatchObject({ code: 'CaptchaFailed' });
  });

  test('a token that was ticked on another site is none of ours', async () => {
    const { verify } = verifyWith(async () => Response.json({ success: true, hostname: 'evil.example' }));
    await expect(verify('theirs', 'https://portal.example')).rejects.toMatchObject({ code: 'CaptchaFailed' });
  });

  test('with published keys, whose answers name a host of the provider’s, a token counts all the same, and a "no" is one', async () => {
    const answers = [{ success: true, hostname: 'testkey.google.com' }, { success: false }];
    const { verify } = verifyWith(async () => Response.json(answers.shift()), true);
    await verify('any', 'https://portal.example');
    await expect(verify('any', 'https://portal.example')).rejects.toMatchObject({ code: 'CaptchaFailed' });
  });

  test.each([
    ['a secret of ours that the provider does not know', 'invalid-input-secret'],
    ['a fault within the provider', 'internal-error'],
  ])('%s is no mistake of the visitor', async (_, code) => {
    const { verify } = verifyWith(async () => Response.json({ success: false, 'error-codes': [code] }));
    await expect(verify('token', 'https://portal.example')).rejects.toMatchObject({ code: 'ServiceUnavailable' });
  });

  test.each([
    ['is out of reach', () => Promise.reject(new TypeError('fetch failed'))],
    ['breaks', async () => new Response('oops', { status: 500 })],
    ['answers something else', async () => Response.json({ verdict: 'yes' })],
  ])('nobody gets past it while the provider %s', async (_, answer) => {
    const { verify } = verifyWith(answer);
    await expect(verify('token', 'https://portal.example')).rejects.toMatchObject({ code: 'ServiceUnavailable' });
  });

  test('a provider that never answers is not waited for', async () => {
    const verify = captchaCheck({
      verifyUrl: 'https://captcha.example',
      secret: async () => 's',
      ofAnySite: false,
      fetch: (_, init) =>
        new Promise((_answer, refuse) => init?.signal?.addEventListener('abort', () => refuse(new Error('timeout')))),
      timeoutMs: 20,
    });
    await expect(verify('token', 'https://portal.example')).rejects.toMatchObject({ code: 'ServiceUnavailable' });
  });
});
