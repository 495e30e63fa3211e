import { request } from 'node:http';
import { expect, test } from '@jest/globals';
import { createRouteThrottles } from '#infra/throttles.ts';
import { invitationPassword } from '#scripts/demo/accounts.ts';
import { retryWhenBusy } from '#scripts/testing/browser.ts';
import type { Browser } from '#scripts/testing/browser.ts';
import { apiStage, requestHeader, securityTextPath } from '#shared/api/headers.ts';
import { routes } from '#shared/api/routes/table.ts';
import { limits } from '#shared/config/limits.ts';
import { createRepairsClient } from './bookings.ts';
import { openTestPortal } from './portal.ts';
import { openTables } from './rows.ts';

// Attacks tried in security reviews, under conditions as on AWS: Cognito latency, cold functions, API throttling and a
// firewall.
const portal = openTestPortal({
  backOffice: 'silent',
  conditions: { cognitoLatencyMs: 250, hasColdTriggers: true, throttlesApi: true, hasFirewall: true },
});
const { answerCode, logout, refreshToken, requestCode, session, setPassword } = routes.auth;

const sendConcurrently = <Result>(times: number, send: () => Promise<Result>) =>
  Promise.all(Array.from({ length: times }, send));
const tally = (answers: readonly { readonly status: number; readonly code: string | undefined }[]) => {
  const answersByOutcome = Object.groupBy(answers, ({ status, code }) => [status, ...(code ? [code] : [])].join(' '));
  return Object.fromEntries(Object.entries(answersByOutcome).map(([outcome, { length } = []]) => [outcome, length]));
};
/** Expected tally: the response of the accepted attempts, then of the rejected ones. */
const buildExpectedTally = (answer: string, counts: { readonly accepted: number; readonly rejected: number }) => ({
  [answer]: counts.accepted,
  '429 LimitExceededException': counts.rejected,
});
/**
 * Tallies concurrent responses, and counts ServiceUnavailable as rejected: on a slow machine a request gets it while the
 * checks of the other requests take too long.
 */
const tallyRateLimited = (answers: Parameters<typeof tally>[0]) =>
  tally(
    answers.map((answer) =>
      answer.code === 'ServiceUnavailable' ? { status: 429, code: 'LimitExceededException' } : answer,
    ),
  );
const wrongPassword = '401 NotAuthorizedException';

test("a stranger's failed attempts do not lock out the user's known browser", async () => {
  const email = 'repairs@nuk.example';
  const till = await portal.signIn('nuk', 'repairs');
  await till.send(logout, 'nuk');
  const stranger = portal.openBrowser();
  const signIns = await sendConcurrently(8, () => stranger.login('nuk', email, 'Wrong-Password-1!'));
  expect(tallyRateLimited(signIns)).toEqual(buildExpectedTally(wrongPassword, { accepted: 5, rejected: 3 }));
  expect(tallyRateLimited(await sendConcurrently(7, () => stranger.askForCode('nuk', email)))).toEqual(
    buildExpectedTally('200', { accepted: 5, rejected: 2 }),
  );
  const resets = await sendConcurrently(7, () => stranger.resetPassword('nuk', email, '123456', 'Chosen-Password-1!'));
  expect(tallyRateLimited(resets)).toEqual(
    buildExpectedTally('400 CodeMismatchException', { accepted: 5, rejected: 2 }),
  );
  // Even the correct password is rejected now.
  expect((await stranger.login('nuk', email)).code).toBe('LimitExceededException');
  expect((await till.login('nuk', email)).status).toBe(200);
  expect((await till.askForCode('nuk', email)).status).toBe(200);
  // The till's successful sign-in does not reset the stranger's count.
  expect((await stranger.login('nuk', email, 'Wrong-Password-1!')).code).toBe('LimitExceededException');
}, 60_000);

test('failed sign-ins in a known browser count separately, but only for its own user', async () => {
  const till = await portal.signIn('ndach', 'both');
  expect(till.jar.get('__Secure-device-ndach')?.path).toBe('/api/auth/ndach');
  await till.send(logout, 'ndach');
  const failSignIns = async (browser: Browser, name: string, times: number) =>
    tallyRateLimited(
      await sendConcurrently(times, () => browser.login('ndach', `${name}@ndach.example`, 'Wrong-Password-1!')),
    );
  expect(await failSignIns(till, 'both', 6)).toEqual(buildExpectedTally(wrongPassword, { accepted: 5, rejected: 1 }));
  expect(await failSignIns(till, 'somebody', 3)).toEqual({ [wrongPassword]: 3 });
  expect(await failSignIns(portal.openBrowser(), 'somebody', 3)).toEqual(
    buildExpectedTally(wrongPassword, { accepted: 2, rejected: 1 }),
  );
  // Uses code requests, because Cognito itself rejects all passwords for a second after five failures.
  const requestCodes = async (browser: Browser, times: number, name = 'both') =>
    tallyRateLimited(await sendConcurrently(times, () => browser.askForCode('ndach', `${name}@ndach.example`)));
  expect(await requestCodes(till, 6)).toEqual(buildExpectedTally('200', { accepted: 5, rejected: 1 }));
  expect(await requestCodes(portal.openBrowser(), 1)).toEqual({ 200: 1 });
  expect(await requestCodes(portal.openBrowser(), 7, 'somebody')).toEqual(
    buildExpectedTally('200', { accepted: 5, rejected: 2 }),
  );
});

test('a code request returns the same response whether the email has an account, and in any state of the account', async () => {
  // Cognito blocks this account, which has no groups, after five failures.
  for (let attempt = 0; attempt < 5; attempt += 1)
    await portal.openBrowser().login('ndach', 'nothing@ndach.example', 'Wrong-Password-1!');
  const accountNames = ['admin', 'nobody', 'disabled', 'invited', 'expired', 'nothing'];
  const answers = [];
  for (const name of accountNames) {
    const { status, json, headers, setCookies } = await portal
      .openBrowser()
      .askForCode('ndach', `${name}@ndach.example`);
    answers.push(JSON.stringify([status, json, setCookies, [...headers.keys()], headers.get('content-length')]));
  }
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toMatch(/^\[200,\{\},\[\],/);
});

/** Sends a request with another Host header, which fetch does not allow. */
const sendWithHost = (host: string, path: string, body: unknown) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(portal.getCloud().siteUrl);
    const headers = {
      host,
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      [requestHeader.name]: requestHeader.value,
      'x-forwarded-host': host,
      'x-viewer-host': host,
    };
    const outgoing = request({ hostname, port, path, method: 'POST', headers }, async (response) => {
      let text = '';
      for await (const part of response) text += part;
      resolve({ status: response.statusCode ?? 0, text });
    });
    outgoing.on('error', reject);
    outgoing.end(JSON.stringify(body));
  });

/** Requests a code with another Host header. Each attempt has a new captcha token. */
const requestCodeWithHost = (host: string) =>
  retryWhenBusy(6, async () =>
    sendWithHost(host, `/${apiStage}${requestCode.path.replace('{region}', 'nfr')}`, {
      email: 'admin@nfr.example',
      captcha: await portal.openBrowser().tickCaptcha(),
    }),
  );

test('a request with a foreign host sends no email', async () => {
  expect(await requestCodeWithHost('evil.example')).toMatchObject({
    status: 400,
    text: expect.stringContaining('CaptchaFailed'),
  });
  const messages = await (await fetch(`${portal.getCloud().inboxUrl}/messages.json`)).text();
  expect(messages).not.toContain('evil.example');
});

/** Returns a challenge with changed parts and the signature of the attacker's own challenge. */
const forgeChallenge = (value: string, change: (parts: unknown[]) => unknown[]) => {
  const [text = '', signature = ''] = value.split('~');
  const parts = change(JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]);
  return `${Buffer.from(JSON.stringify(parts)).toString('base64url')}~${signature}`;
};

test('an invalid host is rejected with a client error', async () => {
  expect((await requestCodeWithHost('localhost.')).status).toBe(421);
  expect((await requestCodeWithHost('portal.example..:80')).status).toBe(421);
  expect((await requestCodeWithHost('portal.example:x')).status).toBe(400);
});

test("a forged challenge does not lock the victim's second factor", async () => {
  const cookie = '__Secure-challenge-nuk';
  const tables = openTables(portal.getCloud());
  const [victim] = (await tables.read('users')).filter(({ email }) => email === 'both@nuk.example');
  const stranger = portal.openBrowser();
  await stranger.login('nuk', 'invited@nuk.example', invitationPassword);
  const { value = '', path = '' } = stranger.jar.get(cookie) ?? {};
  const forgedChallenge = forgeChallenge(value, ([until]) => [
    until,
    'both@nuk.example',
    victim?.['sub'],
    'A'.repeat(40),
  ]);
  const attemptsBefore = await tables.read('attempts');
  const chosenPassword = 'Chosen-Password-1!';
  for (const [route, body] of [
    [answerCode, { code: '123456' }],
    [setPassword, { newPassword: chosenPassword, confirmPassword: chosenPassword }],
  ] as const) {
    stranger.jar.delete(cookie);
    const withoutCookie = await stranger.send(route, 'nuk', { body });
    stranger.jar.set(cookie, { value: forgedChallenge, path });
    for (const answer of [withoutCookie, await stranger.send(route, 'nuk', { body })])
      expect(answer).toMatchObject({ status: 401, code: 'MissingCookie' });
  }
  expect(await tables.read('attempts')).toEqual(attemptsBefore);
});

test('a session cannot be ended with its id alone', async () => {
  const till = await portal.signIn('nuk', 'both');
  // The value of the cookie is `refreshToken~sub.sessionId~signature`.
  const [, sessionName = ''] = till.jar.get('__Secure-refresh-nuk')?.value.split('~') ?? [];
  const id = sessionName.split('.')[1] ?? '';
  for (const [value, route] of [
    [`x~${id}`, logout],
    [`x~${sessionName}~${'A'.repeat(43)}`, refreshToken],
  ] as const) {
    const stranger = portal.openBrowser();
    stranger.jar.set('__Secure-refresh-nuk', { value, path: '/api/auth/nuk' });
    await stranger.send(route, 'nuk');
  }
  expect((await till.send(session, 'nuk')).status).toBe(200);
});

test('security.txt names a contact for vulnerabilities', async () => {
  const answer = await fetch(portal.getCloud().siteUrl + securityTextPath);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/plain/)]);
  expect(await answer.text()).toMatch(/^Contact: https:.*\nExpires: /);
});

test('an account is limited to its daily bookings without affecting others', async () => {
  const browser = await portal.signIn('nuk', 'both');
  const tables = openTables(portal.getCloud());
  const [user] = (await tables.read('users')).filter(({ email }) => email === 'both@nuk.example');
  const now = Date.now();
  // Today and tomorrow, in case the test runs at midnight.
  for (const timestamp of [now, now + 86_400_000]) {
    const day = new Date(timestamp).toISOString().slice(0, 10);
    const id = `day#${day}#repairs#nuk#${String(user?.['sub'])}`;
    await tables.put('attempts', {
      id,
      amount: limits.daily.repairs.max,
      expiresAt: Math.floor(timestamp / 1000) + 86_400,
    });
  }
  const client = createRepairsClient(browser);
  // A function adds its bookings to the shared count in steps, so the limit applies only after some rounds.
  const answers: Awaited<ReturnType<typeof client.book>>[] = [];
  for (let round = 0; round < 4 && !answers.some(({ status }) => status === 429); round += 1)
    answers.push(...(await sendConcurrently(limits.daily.repairs.step + 1, () => client.book())));
  expect(tally(answers)).toMatchObject({ '429 LimitExceededException': expect.any(Number) });
  expect((await client.list()).status).toBe(200);
  expect((await createRepairsClient(await portal.signIn('nuk', 'admin')).book({ storeId: 'UK-1001' })).status).toBe(
    201,
  );
});

/** Opens the sign-in page as a browser does, and keeps the token that the page contains for the firewall. */
const openTill = async () => {
  const till = portal.openBrowser();
  const { siteUrl } = portal.getCloud();
  const document = await fetch(`${siteUrl}/FR/nfr/auth/login`, { headers: { accept: 'text/html' } });
  const [, value = ''] = /aws-waf-token=([\w-]+)/.exec(await document.text()) ?? [];
  till.jar.set('aws-waf-token', { value, path: '/' });
  return till;
};

// This test is the last one, because the firewall blocks the source of a flood for five minutes.
test('a flood is throttled, then challenged, while others can still sign in', async () => {
  const anonymous = portal.openBrowser();
  const floodStartedAt = performance.now();
  const flood = sendConcurrently(100, () =>
    anonymous.send(requestCode, 'nfr', { body: { email: 'nobody@nfr.example' } }),
  );
  const signIn = openTill().then((till) => till.login('nfr', 'repairs@nfr.example'));
  const [floodResponses, signInResponse] = await Promise.all([flood, signIn]);
  expect(signInResponse.status).toBe(200);
  // Requests without a captcha token fail validation. On a slow machine the firewall may already challenge some of them.
  const {
    '400 InvalidParameterException': accepted = 0,
    429: throttled = 0,
    202: challenged = 0,
  } = tally(floodResponses);
  expect(accepted + throttled + challenged).toBe(100);
  // The gateway lets through its burst plus what its rate has added since, however slowly this machine sends.
  const { ThrottlingBurstLimit = 0, ThrottlingRateLimit = 0 } =
    createRouteThrottles()[`${requestCode.method} ${requestCode.path}`] ?? {};
  const seconds = (performance.now() - floodStartedAt) / 1000;
  expect(ThrottlingRateLimit).toBeGreaterThan(0);
  expect(accepted).toBeLessThanOrEqual(ThrottlingBurstLimit + Math.ceil(ThrottlingRateLimit * seconds));
  const path = `${portal.getCloud().siteUrl}/${apiStage}${requestCode.path.replace('{region}', 'nfr')}`;
  const sendRequest = async (headers = {}) => {
    const response = await fetch(path, { method: 'POST', headers });
    return `${response.status} ${response.headers.get('x-amzn-waf-action')}`;
  };
  // With the requests before, the source has sent over two hundred within five minutes.
  await sendConcurrently(150, sendRequest);
  expect(new Set(await sendConcurrently(20, sendRequest))).toEqual(new Set(['202 challenge']));
  expect(await sendRequest({ cookie: 'aws-waf-token=made-up' })).toBe('202 challenge');
  const flooding = sendConcurrently(100, sendRequest);
  const tills = await sendConcurrently(25, async () => (await openTill()).login('nfr', 'repairs@nfr.example'));
  expect(tally(tills)).toEqual({ 200: 25 });
  expect(new Set(await flooding)).toEqual(new Set(['202 challenge']));
});
