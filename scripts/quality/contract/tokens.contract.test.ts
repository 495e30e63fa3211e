import { expect, test } from '@jest/globals';
import { toOutcome, testIfTargetHas } from '#scripts/local-cloud/testing/cognito-target.ts';
import { openPortalPool } from './testing/steps.ts';

const { target, portal } = openPortalPool();

const decodeClaims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const notAuthorized = expect.stringContaining('NotAuthorizedException');
const revoke = (Token: string) =>
  portal.cognito.revokeToken({ Token, ClientId: portal.ClientId, ClientSecret: portal.ClientSecret });

test("issues access and ID tokens with AWS's claims", async () => {
  const { sub, AccessToken, IdToken, RefreshToken } = await portal.createSignedInUser('claims@example.com');
  const accessClaims = decodeClaims(AccessToken);
  const commonClaims = {
    sub,
    iss: `https://cognito-idp.${target.region}.amazonaws.com/${portal.UserPoolId}`,
    origin_jti: accessClaims.origin_jti,
    event_id: expect.stringMatching(uuidPattern),
    auth_time: expect.any(Number),
    iat: accessClaims.iat,
    exp: accessClaims.iat + 600,
    jti: expect.stringMatching(uuidPattern),
  };
  expect(accessClaims).toEqual({
    ...commonClaims,
    client_id: portal.ClientId,
    token_use: 'access',
    scope: 'aws.cognito.signin.user.admin',
    username: sub,
  });
  expect(decodeClaims(IdToken)).toEqual({
    ...commonClaims,
    aud: portal.ClientId,
    token_use: 'id',
    'cognito:username': sub,
    email: 'claims@example.com',
    email_verified: true,
  });
  expect(accessClaims.origin_jti).toMatch(uuidPattern);
  // The session cookies must have room for tokens of this size.
  expect(AccessToken.length).toBeGreaterThan(950);
  expect(RefreshToken.length).toBeGreaterThan(1700);
  expect(RefreshToken.length).toBeLessThan(1900);
});

test('keeps origin_jti and auth_time on refresh, and adds the current groups', async () => {
  const { UserPoolId } = portal;
  const { sub: Username, ...firstTokens } = await portal.createSignedInUser('rotate@example.com');
  await target.makeGroup(UserPoolId, 'admin');
  await portal.cognito.adminAddUserToGroup({ UserPoolId, Username, GroupName: 'admin' });
  const secondTokens = await portal.refresh(firstTokens.RefreshToken);
  const { origin_jti, auth_time, ...oldClaims } = decodeClaims(firstTokens.AccessToken);
  expect(oldClaims['cognito:groups']).toBeUndefined();
  expect(decodeClaims(secondTokens.AccessToken)).toMatchObject({ origin_jti, auth_time, 'cognito:groups': ['admin'] });
  expect(decodeClaims(secondTokens.IdToken)['cognito:groups']).toEqual(['admin']);
});

testIfTargetHas('clock')('accepts a reused refresh token only within the grace period', async () => {
  const { RefreshToken } = await portal.createSignedInUser('grace@example.com');
  await portal.refresh(RefreshToken);
  target.advanceClock(portal.settings.client.RefreshTokenRotation.RetryGracePeriodSeconds - 1);
  const nextTokens = await portal.refresh(RefreshToken);
  target.advanceClock(2);
  expect(await toOutcome(portal.refresh(RefreshToken))).toContain('RefreshTokenReuseException');
  expect(await toOutcome(portal.refresh(nextTokens.RefreshToken))).toBe('succeeded');
});

testIfTargetHas('clock')('keeps the expiry of the first refresh token on rotation', async () => {
  const { RefreshToken } = await portal.createSignedInUser('life@example.com');
  target.advanceClock(portal.settings.client.RefreshTokenValidity * 60 - 3600);
  const nextTokens = await portal.refresh(RefreshToken);
  target.advanceClock(3599);
  const lastTokens = await portal.refresh(nextTokens.RefreshToken);
  target.advanceClock(2);
  expect(await toOutcome(portal.refresh(lastTokens.RefreshToken))).toBe(
    'NotAuthorizedException: Refresh Token has expired',
  );
});

test('requires the client secret and a refresh token of this client', async () => {
  const { RefreshToken } = await portal.createSignedInUser('secret@example.com');
  const { ClientId } = portal;
  for (const ClientSecret of ['x'.repeat(51), undefined])
    expect(await toOutcome(portal.cognito.getTokensFromRefreshToken({ ClientId, ClientSecret, RefreshToken }))).toEqual(
      notAuthorized,
    );
  expect(await toOutcome(portal.refresh('no.such.refresh.token.here'))).toEqual(notAuthorized);
});

test('RevokeToken ends one sign-in with all its tokens', async () => {
  const revokedTokens = await portal.createSignedInUser('revoke@example.com');
  const otherTokens = await portal.signIn('revoke@example.com');
  const nextTokens = await portal.refresh(revokedTokens.RefreshToken);
  await revoke(nextTokens.RefreshToken);
  expect(await toOutcome(portal.refresh(nextTokens.RefreshToken))).toEqual(notAuthorized);
  expect(await toOutcome(portal.useToken(nextTokens.AccessToken))).toBe(
    'NotAuthorizedException: Access Token has been revoked',
  );
  expect(await toOutcome(portal.useToken(otherTokens.AccessToken))).toBe('succeeded');
  expect(await toOutcome(portal.refresh(otherTokens.RefreshToken))).toBe('succeeded');
});

test('rejects tokens of the wrong kind', async () => {
  const { AccessToken, IdToken } = await portal.createSignedInUser('kind@example.com');
  expect(await toOutcome(revoke(AccessToken))).toContain('UnsupportedTokenTypeException');
  for (const token of [IdToken, 'not.a.token']) expect(await toOutcome(portal.useToken(token))).toEqual(notAuthorized);
});

test('AdminUserGlobalSignOut ends every sign-in of the user', async () => {
  const { sub: Username, ...firstTokens } = await portal.createSignedInUser('global@example.com');
  const secondTokens = await portal.signIn(Username);
  await portal.cognito.adminUserGlobalSignOut({ UserPoolId: portal.UserPoolId, Username });
  for (const { AccessToken, RefreshToken } of [firstTokens, secondTokens]) {
    expect(await toOutcome(portal.useToken(AccessToken))).toEqual(notAuthorized);
    expect(await toOutcome(portal.refresh(RefreshToken))).toEqual(notAuthorized);
  }
});

test('invalidates tokens on disable; enabling does not restore the access token', async () => {
  const { sub, AccessToken, RefreshToken } = await portal.createSignedInUser('disable@example.com');
  await portal.disable(sub);
  expect(await toOutcome(portal.useToken(AccessToken))).toEqual(notAuthorized);
  expect(await toOutcome(portal.refresh(RefreshToken))).toEqual(notAuthorized);
  await portal.enable(sub);
  expect(await toOutcome(portal.useToken(AccessToken))).toEqual(notAuthorized);
});

test('rejects the tokens of a deleted user', async () => {
  const { sub: Username, AccessToken, RefreshToken } = await portal.createSignedInUser('deleted@example.com');
  await portal.cognito.adminDeleteUser({ UserPoolId: portal.UserPoolId, Username });
  expect(await toOutcome(portal.useToken(AccessToken))).toContain('UserNotFoundException');
  expect(await toOutcome(portal.refresh(RefreshToken))).not.toBe('succeeded');
});

testIfTargetHas('clock')('expires an access token', async () => {
  const { AccessToken } = await portal.createSignedInUser('expiry@example.com');
  target.advanceClock(portal.settings.client.AccessTokenValidity * 60 + 1);
  expect(await toOutcome(portal.useToken(AccessToken))).toBe('NotAuthorizedException: Access Token has expired');
});
