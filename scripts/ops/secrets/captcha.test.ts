import { expect, test } from '@jest/globals';
import { captchaProviderNames, captchaProviders } from '#shared/config/captcha-providers.ts';
import { findCaptchaKeyProblem } from './captcha.ts';

const givenResponse = (respond: () => Promise<Response>) => {
  const requests: string[] = [];
  const findProblem = (verifyUrl = captchaProviders.recaptcha.verifyUrl as string) =>
    findCaptchaKeyProblem({
      verifyUrl,
      key: 'our-key',
      fetch: async (url, init) => {
        requests.push(`${String(url)} ${String(init?.body)}`);
        return respond();
      },
    });
  return { requests, findProblem };
};
const givenErrorCodes = (...errors: string[]) =>
  givenResponse(async () => Response.json({ success: false, 'error-codes': errors }));

test.each(captchaProviderNames)('%s: reports no problem if only the token is rejected', async (name) => {
  const { verifyUrl } = captchaProviders[name];
  const { requests, findProblem } = givenErrorCodes('invalid-input-response');
  expect(await findProblem(verifyUrl)).toBeUndefined();
  expect(requests).toEqual([`${verifyUrl} secret=our-key&response=nobody-ticked-this`]);
});

test.each(['invalid-input-secret', 'missing-input-secret'])('reports an unknown key: %s', async (code) =>
  expect(await givenErrorCodes(code).findProblem()).toContain('nobody can sign in'),
);

test('accepts the published test key only with the published test site key', async () => {
  const { verifyUrl, testKeys } = captchaProviders.recaptcha;
  const fetch = async () => Response.json({ success: false, 'error-codes': ['invalid-input-secret'] });
  const check = { verifyUrl, publishedKey: testKeys.secret, fetch };
  expect(await findCaptchaKeyProblem({ ...check, key: testKeys.secret })).toBeUndefined();
  expect(await findCaptchaKeyProblem({ ...check, key: 'our-key' })).toContain('nobody can sign in');
});

test('reports a provider that accepts any token, fails or is unreachable', async () => {
  const acceptingProvider = givenResponse(async () => Response.json({ success: true }));
  expect(await acceptingProvider.findProblem()).toContain('a token nobody ticked is good');
  expect(await givenErrorCodes('internal-error').findProblem()).toContain('internal-error');
  const unreachable = givenResponse(() => Promise.reject(new TypeError('fetch failed')));
  expect(await unreachable.findProblem()).toContain('gives no answer: fetch failed');
});
