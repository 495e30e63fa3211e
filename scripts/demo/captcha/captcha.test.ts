import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { serveForTest } from '#scripts/local-cloud/testing/cleanup.ts';
import { createCaptcha } from './captcha.ts';

describe('simulated captcha', () => {
  let endpoint: string;
  let now = Date.parse('2026-11-21T10:00:00Z');
  const post = async (path: string, form: Record<string, string>) => {
    const response = await fetch(`${endpoint}/recaptcha/${path}`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    return response.json();
  };
  const solve = async (): Promise<string> => (await post('api2/userverify', { host: 'localhost' })).token;
  const verify = (response: string, secret = 'key') =>
    post('api/siteverify', { secret, response, remoteip: '127.0.0.1' });

  beforeAll(async () => {
    endpoint = await serveForTest(
      createCaptcha(
        () => now,
        (text) => text === 'key',
      ),
    );
  });
  beforeEach(() => {
    now = Date.parse('2026-11-21T10:00:00Z');
  });

  test('accepts a solved captcha once', async () => {
    const token = await solve();
    expect(await verify(token)).toEqual({ success: true, challenge_ts: '2026-11-21T10:00:00Z', hostname: 'localhost' });
    expect(await verify(token)).toEqual({ success: false, 'error-codes': ['timeout-or-duplicate'] });
  });

  test('rejects a token older than two minutes', async () => {
    const token = await solve();
    now += 120_001;
    expect(await verify(token)).toEqual({ success: false, 'error-codes': ['timeout-or-duplicate'] });
  });

  test.each([
    ['guessed', 'key', 'invalid-input-response'],
    ['x', 'wrong', 'invalid-input-secret'],
  ])('rejects the response "%s" with the secret "%s"', async (response, secret, code) => {
    expect(await verify(response, secret)).toEqual({ success: false, 'error-codes': [code] });
  });

  test('keeps the token valid after a wrong secret', async () => {
    const token = await solve();
    await verify(token, 'wrong');
    expect(await verify(token)).toMatchObject({ success: true });
  });

  test('serves the script and the checkbox in the requested language and size', async () => {
    const script = await (await fetch(`${endpoint}/recaptcha/api.js?render=explicit&onload=ready`)).text();
    expect(() => new Function(script)).not.toThrow();
    const frame = await (await fetch(`${endpoint}/recaptcha/api2/anchor?hl=de`)).text();
    expect(frame).toContain('lang="de"');
    expect(frame).toContain('Ich bin kein Roboter');
    expect(frame).toContain('width: 302px');
    const compact = await fetch(`${endpoint}/recaptcha/api2/anchor?size=compact`);
    expect(await compact.text()).toContain('width: 162px');
  });

  test('returns 404 for other paths', async () => {
    expect((await fetch(`${endpoint}/recaptcha/enterprise.js`)).status).toBe(404);
  });
});
