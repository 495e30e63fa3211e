import { expect, test } from '@jest/globals';
import { refusal, testWith } from '#scripts/local-cloud/testing/cognito-target.ts';
import { contractPortal } from './testing/steps.ts';

const { target, portal } = contractPortal();

const claims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const notAuthorized = expect.stringContaining('NotAuthorizedException');
const revoke = (Token: string) =>
  portal.cognito.revokeToken({ Token, ClientId: portal.ClientId, ClientSecret: portal.ClientSecret });

test("access and id token carry AWS's claims", async () => {
  const { sub, AccessToken, IdToken, RefreshToken } = await portal.signedIn('claims@example.com');
  const access = claims(AccessToken);
  const common = {
    sub,
    iss: `https://cognito-idp.${target.region}.amazonaws.com/${portal.UserPoolId}`,
    origin_jti: access.origin_jti,
    event_id: expect.stringMatching(uuid),
    auth_time: expect.any(Number),
    iat: access.iat,
    exp: access.iat + 600,
    jti: expect.stringMatching(uuid),
  };
  expect(access).toEqual({
    ...common,
    client_id: portal.ClientId,
    token_use: 'access',
    scope: 'aws.cognito.signin.user.admin',
    username: sub,
  });
  expect(claims(IdToken)).toEqual({
    ...common,
    aud: portal.ClientId,
    token_use: 'id',
    'cognito:username': sub,
    email: 'claims@example.com',
    email_verified: true,
  });
  expect(access.origin_jti).toMatch(uuid);
  // Cookies have to have room for them.
  expect(AccessToken.length).toBeGreaterThan(950);
  expect(RefreshToken.length).toBeGreaterThan(1700);
  expect(RefreshToken.length).toBeLessThan(1900);
});

test('a refresh keeps the sign-in, and carries the groups of now', async () => {
  const { UserPoolId } = portal;
  const { sub: Username, ...first } = await portal.signedIn('rotate@example.com');
  await target.makeGroup(UserPoolId, 'admin');
  await portal.cognito.adminAddUserToGroup({ UserPoolId, Username, GroupName: 'admin' });
  const second = await portal.refresh(first.RefreshToken);
  const { origin_jti, auth_time, ...old } = claims(first.AccessToken);
  expect(old['cognito:groups']).toBeUndefined();
  expect(claims(second.AccessToken)).toMatchObject({ origin_jti, auth_time, 'cognito:groups': ['admin'] });
  expect(claims(second.IdToken)['cognito:groups']).toEqual(['admin']);
});

testWith('clock')('within the grace period a retry succeeds, after it the token counts as reused', async () => {
  const { RefreshToken } = await portal.signedIn('grace@example.com');
  await portal.refresh(RefreshToken);
  target.advance(portal.settings.client.RefreshTokenRotation.RetryGracePeriodSeconds - 1);
  const next = await portal.refresh(RefreshToken);
  target.advance(2);
  expect(await refusal(portal.refresh(RefreshToken))).toContain('RefreshTokenReuseException');
  expect(await refusal(portal.refresh(next.RefreshToken))).toBe('not refused');
});

testWith('clock')('a rotated refresh token keeps the remaining life of the first', async () => {
  const { RefreshToken } = await portal.signedIn('life@example.com');
  target.advance(portal.settings.client.RefreshTokenValidity * 60 - 3600);
  const next = await portal.refresh(RefreshToken);
  target.advance(3599);
  const last = await portal.refresh(next.RefreshToken);
  target.advance(2);
  expect(await refusal(portal.refresh(last.RefreshToken))).toBe('NotAuthorizedException: Refresh Token has expired');
});

test('a refresh needs the client secret, and a token of this client', async () => {
  const { RefreshToken } = await portal.signedIn('secret@example.com');
  const { ClientId } = portal;
  for (const ClientSecret of ['x'.repeat(51), undefined])
    expect(await refusal(portal.cognito.getTokensFromRefreshToken({ ClientId, ClientSecret, RefreshToken }))).toEqual(
      notAuthorized,
    );
  expect(await refusal(portal.refresh('no.such.refresh.token.here'))).toEqual(notAuthorized);
});

test('RevokeToken ends this sign-in with its rotated and access tokens, and no other', async () => {
  const here = await portal.signedIn('revoke@example.com');
  const elsewhere = await portal.signIn('revoke@example.com');
  const next = await portal.refresh(here.RefreshToken);
  await revoke(next.RefreshToken);
  expect(await refusal(portal.refresh(next.RefreshToken))).toEqual(notAuthorized);
  expect(await refusal(portal.useToken(next.AccessToken))).toBe(
    'NotAuthorizedException: Access Token has been revoked',
  );
  expect(await refusal(portal.useToken(elsewhere.AccessToken))).toBe('not refused');
  expect(await refusal(portal.refresh(elsewhere.RefreshToken))).toBe('not refused');
});

test('each call takes its own kind of token', async () => {
  const { AccessToken, IdToken } = await portal.signedIn('kind@example.com');
  expect(await refusal(revoke(AccessToken))).toContain('UnsupportedTokenTypeException');
  for (const token of [IdToken, 'not.a.token']) expect(await refusal(portal.useToken(token))).toEqual(notAuthorized);
});

test('a global sign-out by an administrator ends every sign-in of the user', async () => {
  const { sub: Username, ...one } = await portal.signedIn('global@example.com');
  const two = await portal.signIn(Username);
  await portal.cognito.adminUserGlobalSignOut({ UserPoolId: portal.UserPoolId, Username });
  for (const { AccessToken, RefreshToken } of [one, two]) {
    expect(await refusal(portal.useToken(AccessToken))).toEqual(notAuthorized);
    expect(await refusal(portal.refresh(RefreshToken))).toEqual(notAuthorized);
  }
});

test('disabling ends access and refresh; enabling does not bring the access token back', async () => {
  const { sub, AccessToken, RefreshToken } = await portal.signedIn('disable@example.com');
  await portal.disable(sub);
  expect(await refusal(portal.useToken(AccessToken))).toEqual(notAuthorized);
  expect(await refusal(portal.refresh(RefreshToken))).toEqual(notAuthorized);
  await portal.enable(sub);
  expect(await refusal(portal.useToken(AccessToken))).toEqual(notAuthorized);
});

test("a deleted user's tokens are worth nothing", async () => {
  const { sub: Username, AccessToken, RefreshToken } = await portal.signedIn('deleted@example.com');
  await portal.cognito.adminDeleteUser({ UserPoolId: portal.UserPoolId, Username });
  expect(await refusal(portal.useToken(AccessToken))).toContain('UserNotFoundException');
  expect(await refusal(portal.refresh(RefreshToken))).not.toBe('not refused');
});

testWith('clock')('an access token ends after its validity', async () => {
  const { AccessToken } = await portal.signedIn('expiry@example.com');
  target.advance(portal.settings.client.AccessTokenValidity * 60 + 1);
  expect(await refusal(portal.useToken(AccessToken))).toBe('NotAuthorizedException: Access Token has expired');
});
