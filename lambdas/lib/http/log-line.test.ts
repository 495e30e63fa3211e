import { beforeEach, describe, expect, test } from '@jest/globals';
import { buildRequest, send } from '#lambdas/testing/request.ts';
import { add, resetState, handler, post, routes, state, user } from '#lambdas/testing/serve-fixture.ts';
import { requestHeader } from '#shared/api/headers.ts';

beforeEach(resetState);

describe('the request log line', () => {
  const readLine = () =>
    JSON.parse(state.logLines.find((line) => line.includes('"request"')) ?? '{}') as Record<string, unknown>;
  const cloudFrontId = 'nBkmMtW0l2Cg7cRwjtCYw3nVOdtl8fDXfJKj2Zht2ktjmpBTCRK4Iw==';

  test('contains store, user, status and AWS trace ids', async () => {
    await post({
      headers: {
        'x-amz-cf-id': cloudFrontId,
        'x-amzn-trace-id': 'Self=1-67891234-12456789abcdef012345678;Root=1-67891233-abcdef012345678912345678',
      },
    });
    expect(readLine()).toEqual({
      level: 'info',
      message: 'request',
      requestId: 'request-1',
      route: 'POST /things/{region}',
      status: 201,
      durationMs: 0,
      region: 'nuk',
      store: 'UK-1',
      sub: 'sub-1',
      cloudFrontId,
      traceId: '1-67891233-abcdef012345678912345678',
    });
  });

  test('contains the user who lacks the required role, but no user without a session', async () => {
    state.rows = { ...state.rows, user: { ...user, groups: ['x-NUK'] } };
    await post();
    expect(readLine()).toMatchObject({ status: 403, sub: 'sub-1' });
    state.logLines = [];
    await post({ headers: { [requestHeader.name]: '' }, cookies: [] });
    expect(readLine()).toMatchObject({ status: 403 });
    expect(readLine()).not.toHaveProperty('sub');
  });

  test('omits trace ids that are not in AWS’s format', async () => {
    const forgedHeaders = { 'x-amz-cf-id': 'anna@store.example', 'x-amzn-trace-id': 'Root=canary' };
    await post({ headers: forgedHeaders });
    expect(readLine()).not.toHaveProperty('cloudFrontId');
    expect(readLine()).not.toHaveProperty('traceId');
  });

  test('lists failed fields and rules, with unknown fields masked', async () => {
    await post({ body: { name: '', 'canary-field': 'x' } });
    expect(readLine()).toMatchObject({
      store: 'UK-1',
      code: 'InvalidParameterException',
      problems: 'name:required ?:pattern',
    });
  });

  const signIn = async (email: string) => {
    state.logLines = [];
    await send(handler, buildRequest(routes.signIn, { body: { email } }));
    return readLine();
  };

  test('contains a keyed hash of the email of a rejected sign-in', async () => {
    const rejectedLine = await signIn('anna@store.example');
    // printf 'nuk#anna@store.example' | openssl dgst -sha256 -hmac key-of-tests | cut -c1-24
    expect(rejectedLine).toMatchObject({ status: 401, address: 'f72120d02f3fa1dca6428a9e' });
    expect((await signIn(' Anna@Store.example ')).address).toBe(rejectedLine.address);
    expect((await signIn('cleo@store.example')).address).not.toBe(rejectedLine.address);
    state.logHashKey = async () => 'another key';
    expect((await signIn('anna@store.example')).address).not.toBe(rejectedLine.address);
  });

  test('contains the user but no hash of the email after a successful sign-in', async () => {
    const line = await signIn('ben@store.example');
    expect(line).toMatchObject({ status: 200, sub: 'sub-2' });
    expect(line).not.toHaveProperty('address');
  });

  test('omits the hash of the email when the hash key cannot be read', async () => {
    state.logHashKey = () => Promise.reject(new Error('no key'));
    const line = await signIn('anna@store.example');
    expect(line).toMatchObject({ status: 401, code: 'NotAuthorizedException' });
    expect(line).not.toHaveProperty('address');
  });

  test('never contains user input', async () => {
    add.mockRejectedValueOnce(new Error('canary-name broke it'));
    await post({ body: { name: 'canary' } });
    await post({ body: { name: 'canary', 'canary-field': 'canary' } });
    await post({ headers: { 'x-amz-cf-id': 'canary', 'x-amzn-trace-id': 'canary', 'user-agent': 'canary' } });
    for (const email of ['canary@store.example', 'ben@store.example'])
      await send(handler, buildRequest(routes.signIn, { body: { email } }));
    expect(state.logLines.length).toBeGreaterThanOrEqual(6);
    expect(state.logLines.join('\n')).not.toMatch(/canary|token-of|anna@|ben@|from-our-cloudfront|key-of-tests/);
  });
});
