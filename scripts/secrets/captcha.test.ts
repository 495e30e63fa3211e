import { expect, test } from '@jest/globals';
import { captchaProviderNames, captchaProviders } from '#shared/captcha.ts';
import { wrongWithCaptchaKey } from './captcha.ts';

const answering = (answer: () => Promise<Response>) => {
  const asked: string[] = [];
  const wrong = (verifyUrl = captchaProviders.recaptcha.verifyUrl as string) =>
    wrongWithCaptchaKey({
      verifyUrl,
      key: 'our-key',
      fetch: async (url, init) => {
        asked.push(`${String(url)} ${String(init?.body)}`);
        return answer();
      },
    });
  return { asked, wrong };
};
const codes = (...errors: string[]) => answering(async () => Response.json({ success: false, 'error-codes': errors }));

test.each(captchaProviderNames)(
  '%s is asked with our key, and nothing is wrong when it refuses the token only',
  async (name) => {
    const { verifyUrl } = captchaProviders[name];
    const { asked, wrong } = codes('invalid-input-response');
    expect(await wrong(verifyUrl)).toBeUndefined();
    expect(asked).toEqual([`${verifyUrl} secret=our-key&response=nobody-ticked-this`]);
  },
);

test.each(['invalid-input-secret', 'missing-input-secret'])('a key that it does not know is told: %s', async (code) =>
  expect(await codes(code).wrong()).toContain('nobody can sign in'),
);

test('the published key of a published site key is right, and one’s own does not belong to it', async () => {
  const { verifyUrl, testKeys } = captchaProviders.recaptcha;
  const fetch = async () => Response.json({ success: false, 'error-codes': ['invalid-input-secret'] });
  const check = { verifyUrl, published: testKeys.secret, fetch };
  expect(await wrongWithCaptchaKey({ ...check, key: testKeys.secret })).toBeUndefined();
  expect(await wrongWithCaptchaKey({ ...check, key: 'our-key' })).toContain('nobody can sign in');
});

test('so is a provider that takes any token, is at a loss, or cannot be reached', async () => {
  const takesAny = answering(async () => Response.json({ success: true }));
  expect(await takesAny.wrong()).toContain('a token nobody ticked is good');
  expect(await codes('internal-error').wrong()).toContain('internal-error');
  const away = answering(() => Promise.reject(new TypeError('fetch failed')));
  expect(await away.wrong()).toContain('gives no answer: fetch failed');
});
