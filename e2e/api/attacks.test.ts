import { request } from 'node:http';
import { expect, test } from '@jest/globals';
import { routeThrottles } from '#infra/throttles.ts';
import { invitationPassword } from '#scripts/demo/accounts.ts';
import type { Browser } from '#scripts/testing/browser.ts';
import { apiStage, requestHeader, securityTextPath } from '#shared/http.ts';
import { limits } from '#shared/limits.ts';
import { routes } from '#shared/routes/table.ts';
import { deskOf } from './bookings.ts';
import { portalForTests } from './portal.ts';
import { rowsOf } from './rows.ts';

// What a security review has tried, in the weather of AWS: Cognito takes its time, its functions are cold, API and firewall have their limits.
const portal = portalForTests({
  backOffice: 'silent',
  conditions: { cognitoLatencyMs: 250, hasColdTriggers: true, throttlesApi: true, hasFirewall: true },
});
const { answerCode, logout, refreshToken, requestCode, session, setPassword } = routes.auth;

const atOnce = <Answer>(times: number, ask: () => Promise<Answer>) => Promise.all(Array.from({ length: times }, ask));
const tally = (answers: readonly { readonly status: number; readonly code: string | undefined }[]) => {
  const alike = Object.groupBy(answers, ({ status, code }) => [status, ...(code ? [code] : [])].join(' '));
  return Object.fromEntries(Object.entries(alike).map(([told, { length } = []]) => [told, length]));
};
/** So many times the answer of those who may try, and then that of those who have tried too often. */
const limited = (answer: string, tries: number, more: number) => ({
  [answer]: tries,
  '429 LimitExceededException': more,
});
/** Counts answers of requests at once. On a slow machine a refused one may hear that the verdicts of the others take too long. */
const tallyOfLimited = (answers: Parameters<typeof tally>[0]) =>
  tally(
    answers.map((answer) =>
      answer.code === 'ServiceUnavailable' ? { status: 429, code: 'LimitExceededException' } : answer,
    ),
  );
const wrong = '401 NotAuthorizedException';

test('a stranger who uses up every guess for an address keeps nobody from signing in at their till', async () => {
  const email = 'repairs@nuk.example';
  const till = await portal.signIn('nuk', 'repairs');
  await till.send(logout, 'nuk');
  const stranger = portal.browser();
  const signIns = await atOnce(8, () => stranger.login('nuk', email, 'Wrong-Password-1!'));
  expect(tallyOfLimited(signIns)).toEqual(limited(wrong, 5, 3));
  expect(tallyOfLimited(await atOnce(7, () => stranger.askForCode('nuk', email)))).toEqual(limited('200', 5, 2));
  const resets = await atOnce(7, () => stranger.resetPassword('nuk', email, '123456', 'Chosen-Password-1!'));
  expect(tallyOfLimited(resets)).toEqual(limited('400 CodeMismatchException', 5, 2));
  // Neither does the right password tell them anything now.
  expect((await stranger.login('nuk', email)).code).toBe('LimitExceededException');
  expect((await till.login('nuk', email)).status).toBe(200);
  expect((await till.askForCode('nuk', email)).status).toBe(200);
  // Its own success gives strangers no further guesses.
  expect((await stranger.login('nuk', email, 'Wrong-Password-1!')).code).toBe('LimitExceededException');
}, 60_000);

test('a known browser’s failures are counted, too, by themselves, and as a stranger’s where it has not signed in', async () => {
  const till = await portal.signIn('ndach', 'both');
  expect(till.jar.get('__Secure-device-ndach')?.path).toBe('/api/auth/ndach');
  await till.send(logout, 'ndach');
  const failing = async (browser: Browser, name: string, times: number) =>
    tallyOfLimited(await atOnce(times, () => browser.login('ndach', `${name}@ndach.example`, 'Wrong-Password-1!')));
  expect(await failing(till, 'both', 6)).toEqual(limited(wrong, 5, 1));
  expect(await failing(till, 'somebody', 3)).toEqual({ [wrong]: 3 });
  expect(await failing(portal.browser(), 'somebody', 3)).toEqual(limited(wrong, 2, 1));
  // Asked by codes: for a second after five failures Cognito itself takes no password of anybody.
  const asking = async (browser: Browser, times: number, name = 'both') =>
    tallyOfLimited(await atOnce(times, () => browser.askForCode('ndach', `${name}@ndach.example`)));
  expect(await asking(till, 6)).toEqual(limited('200', 5, 1));
  expect(await asking(portal.browser(), 1)).toEqual({ 200: 1 });
  expect(await asking(portal.browser(), 7, 'somebody')).toEqual(limited('200', 5, 2));
});

test('who is behind an address, nobody learns by asking for a code: the answers are the same to the letter', async () => {
  for (let time = 0; time < 5; time += 1)
    await portal.browser().login('ndach', 'nothing@ndach.example', 'Wrong-Password-1!');
  const kinds = ['admin', 'nobody', 'disabled', 'invited', 'expired', 'nothing'];
  const answers = [];
  for (const name of kinds) {
    const { status, json, headers, setCookies } = await portal.browser().askForCode('ndach', `${name}@ndach.example`);
    answers.push(JSON.stringify([status, json, setCookies, [...headers.keys()], headers.get('content-length')]));
  }
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toMatch(/^\[200,\{\},\[\],/);
});

/** As a browser sends it that believes to be elsewhere: fetch sets the host by itself. */
const sentTo = (host: string, path: string, body: unknown) =>
  new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(portal.cloud().siteUrl);
    const headers = {
      host,
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      [requestHeader.name]: requestHeader.value,
      'x-forwarded-host': host,
      'x-viewer-host': host,
    };
    const sent = request({ hostname, port, path, method: 'POST', headers }, async (answer) => {
      let text = '';
      for await (const part of answer) text += part;
      resolve({ status: answer.statusCode, text });
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });

test('a request under another host has no email sent with links to it', async () => {
  const email = 'admin@nfr.example';
  const path = `/${apiStage}${requestCode.path.replace('{region}', 'nfr')}`;
  const captcha = await portal.browser().tickCaptcha();
  expect(await sentTo('evil.example', path, { email, captcha })).toMatchObject({
    status: 400,
    text: expect.stringContaining('CaptchaFailed'),
  });
  const messages = await (await fetch(`${portal.cloud().inboxUrl}/messages.json`)).text();
  expect(messages).not.toContain('evil.example');
});

/** A challenge as a stranger makes it, who has one of their own to copy. */
const forgedChallenge = (value: string, change: (parts: unknown[]) => unknown[]) => {
  const [text = '', signature = ''] = value.split('~');
  const parts = change(JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]);
  return `${Buffer.from(JSON.stringify(parts)).toString('base64url')}~${signature}`;
};

test('a request under a host with a final dot, or with one that is none, is refused and no fault of the server', async () => {
  const path = `/${apiStage}${requestCode.path.replace('{region}', 'nfr')}`;
  const body = { email: 'admin@nfr.example', captcha: await portal.browser().tickCaptcha() };
  expect((await sentTo('localhost.', path, body)).status).toBe(421);
  expect((await sentTo('portal.example..:80', path, body)).status).toBe(421);
  expect(await sentTo('portal.example:x', path, body)).toMatchObject({ status: 400 });
});

test('who knows somebody’s name in Cognito locks nobody’s second step by a challenge of their own making', async () => {
  const cookie = '__Secure-challenge-nuk';
  const rows = rowsOf(portal.cloud());
  const [victim] = (await rows.read('users')).filter(({ email }) => email === 'both@nuk.example');
  const stranger = portal.browser();
  await stranger.login('nuk', 'invited@nuk.example', invitationPassword);
  const { value = '', path = '' } = stranger.jar.get(cookie) ?? {};
  const forged = forgedChallenge(value, ([until]) => [until, 'both@nuk.example', victim?.['sub'], 'A'.repeat(40)]);
  const before = await rows.read('attempts');
  const chosen = 'Chosen-Password-1!';
  for (const [route, body] of [
    [answerCode, { code: '123456' }],
    [setPassword, { newPassword: chosen, confirmPassword: chosen }],
  ] as const) {
    stranger.jar.delete(cookie);
    const without = await stranger.send(route, 'nuk', { body });
    stranger.jar.set(cookie, { value: forged, path });
    for (const answer of [without, await stranger.send(route, 'nuk', { body })])
      expect(answer).toMatchObject({ status: 401, code: 'MissingCookie' });
  }
  expect(await rows.read('attempts')).toEqual(before);
});

test('who knows a session’s id ends nothing by it', async () => {
  const till = await portal.signIn('nuk', 'both');
  const [, name = ''] = till.jar.get('__Secure-refresh-nuk')?.value.split('~') ?? [];
  const id = name.split('.')[1] ?? '';
  for (const [value, route] of [
    [`x~${id}`, logout],
    [`x~${name}~${'A'.repeat(43)}`, refreshToken],
  ] as const) {
    const stranger = portal.browser();
    stranger.jar.set('__Secure-refresh-nuk', { value, path: '/api/auth/nuk' });
    await stranger.send(route, 'nuk');
  }
  expect((await till.send(session, 'nuk')).status).toBe(200);
});

test('strangers find whom to tell of a weakness', async () => {
  const answer = await fetch(portal.cloud().siteUrl + securityTextPath);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/plain/)]);
  expect(await answer.text()).toMatch(/^Contact: https:.*\nExpires: /);
});

test('one account books so much in a day and no more; the others go on', async () => {
  const browser = await portal.signIn('nuk', 'both');
  const rows = rowsOf(portal.cloud());
  const [user] = (await rows.read('users')).filter(({ email }) => email === 'both@nuk.example');
  const now = Date.now();
  // Today and, for whoever tests at midnight, tomorrow.
  for (const at of [now, now + 86_400_000]) {
    const day = new Date(at).toISOString().slice(0, 10);
    const id = `day#${day}#repairs#nuk#${String(user?.['sub'])}`;
    await rows.put('attempts', { id, amount: limits.daily.repairs.most, expiresAt: Math.floor(at / 1000) + 86_400 });
  }
  const desk = deskOf(browser);
  // What a function remembers by itself before it asks.
  const answers: Awaited<ReturnType<typeof desk.book>>[] = [];
  for (let wave = 0; wave < 4 && !answers.some(({ status }) => status === 429); wave += 1)
    answers.push(...(await atOnce(limits.daily.repairs.step + 1, () => desk.book())));
  expect(tally(answers)).toMatchObject({ '429 LimitExceededException': expect.any(Number) });
  expect((await desk.list()).status).toBe(200);
  expect((await deskOf(await portal.signIn('nuk', 'admin')).book({ storeId: 'UK-1001' })).status).toBe(201);
});

/** A till that opens the sign-in page, as a browser does it: what the firewall wants to see first is in the document. */
const openTill = async () => {
  const till = portal.browser();
  const { siteUrl } = portal.cloud();
  const document = await fetch(`${siteUrl}/FR/nfr/auth/login`, { headers: { accept: 'text/html' } });
  const [, value = ''] = /aws-waf-token=([\w-]+)/.exec(await document.text()) ?? [];
  till.jar.set('aws-waf-token', { value, path: '/' });
  return till;
};

// The last: whoever floods is held for five minutes.
test('a flood is stopped by the gateway, so that others sign in meanwhile, and then held by the firewall, which lets new tills behind the same address sign in', async () => {
  const anonymous = portal.browser();
  const floodBegan = performance.now();
  const flood = atOnce(100, () => anonymous.send(requestCode, 'nfr', { body: { email: 'nobody@nfr.example' } }));
  const [first, signedIn] = await Promise.all([flood, portal.browser().login('nfr', 'repairs@nfr.example')]);
  expect(signedIn.status).toBe(200);
  // Without a tick none of them would have gone any further.
  const { '400 InvalidParameterException': reached = 0, 429: throttled = 0 } = tally(first);
  expect(reached + throttled).toBe(100);
  // However slowly this machine sends, the gateway lets through its burst and what its rate has added since, and no more.
  const { ThrottlingBurstLimit = 0, ThrottlingRateLimit = 0 } =
    routeThrottles()[`${requestCode.method} ${requestCode.path}`] ?? {};
  const seconds = (performance.now() - floodBegan) / 1000;
  expect(ThrottlingRateLimit).toBeGreaterThan(0);
  expect(reached).toBeLessThanOrEqual(ThrottlingBurstLimit + Math.ceil(ThrottlingRateLimit * seconds));
  const path = `${portal.cloud().siteUrl}/${apiStage}${requestCode.path.replace('{region}', 'nfr')}`;
  const ask = async (headers = {}) => {
    const answer = await fetch(path, { method: 'POST', headers });
    return `${answer.status} ${answer.headers.get('x-amzn-waf-action')}`;
  };
  // With what this file has sent before, two hundred within five minutes.
  await atOnce(150, ask);
  expect(new Set(await atOnce(20, ask))).toEqual(new Set(['202 challenge']));
  expect(await ask({ cookie: 'aws-waf-token=made-up' })).toBe('202 challenge');
  const flooding = atOnce(100, ask);
  const tills = await atOnce(25, async () => (await openTill()).login('nfr', 'repairs@nfr.example'));
  expect(tally(tills)).toEqual({ 200: 25 });
  expect(new Set(await flooding)).toEqual(new Set(['202 challenge']));
});
