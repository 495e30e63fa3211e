import {
  AdminAddUserToGroupCommand,
  AdminDeleteUserCommand,
  AdminEnableUserCommand,
  AdminUserGlobalSignOutCommand,
  GetTokensFromRefreshTokenCommand,
  RevokeTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { expect, test } from '@jest/globals';
import { CognitoJwtVerifier } from 'aws-jwt-verify';
import { refusal, testWith } from '#scripts/local-cloud/testing/cognito-target.ts';
import { contractPortal, setUp } from './testing/steps.ts';

const { target, portal } = contractPortal();

const claims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const notAuthorized = { name: 'NotAuthorizedException' };
const revoke = (Token: string) =>
  portal.send(new RevokeTokenCommand({ Token, ClientId: portal.ClientId, ClientSecret: portal.ClientSecret }));

const verifierFor = async (tokenUse: 'access' | 'id') => {
  const verifier = CognitoJwtVerifier.create({ userPoolId: portal.UserPoolId, clientId: portal.ClientId, tokenUse });
  verifier.cacheJwks(await target.keySet(portal.UserPoolId));
  return verifier;
};

// First, since time travel would put later tokens into the verifier's future.
test("aws-jwt-verify accepts both tokens with the pool's key set, each in its own use", async () => {
  await portal.confirmed('verify@example.com');
  const { AccessToken, IdToken } = await portal.signIn('verify@example.com');
  const [access, id] = [await verifierFor('access'), await verifierFor('id')];
  await expect(access.verify(AccessToken)).resolves.toMatchObject({ token_use: 'access' });
  await expect(id.verify(IdToken)).resolves.toMatchObject({ token_use: 'id' });
  await expect(access.verify(IdToken)).rejects.toThrow();
  await expect(access.verify(`${AccessToken.slice(0, -4)}AAAA`)).rejects.toThrow();
});

test("access and id token carry AWS's claims", async () => {
  const sub = await portal.confirmed('claims@example.com');
  const { AccessToken, IdToken, RefreshToken } = await portal.signIn('claims@example.com');
  const iss = `https://cognito-idp.${target.region}.amazonaws.com/${portal.UserPoolId}`;
  const access = claims(AccessToken);
  expect(access).toEqual({
    sub,
    iss,
    client_id: portal.ClientId,
    origin_jti: expect.stringMatching(uuid),
    event_id: expect.stringMatching(uuid),
    token_use: 'access',
    scope: 'aws.cognito.signin.user.admin',
    auth_time: expect.any(Number),
    exp: access.iat + 600,
    iat: expect.any(Number),
    jti: expect.stringMatching(uuid),
    username: sub,
  });
  expect(claims(IdToken)).toEqual({
    sub,
    iss,
    aud: portal.ClientId,
    origin_jti: access.origin_jti,
    event_id: expect.stringMatching(uuid),
    token_use: 'id',
    auth_time: access.auth_time,
    exp: access.iat + 600,
    iat: access.iat,
    jti: expect.stringMatching(uuid),
    'cognito:username': sub,
    email: 'claims@example.com',
    email_verified: true,
  });
  // Cookies have to have room for them.
  expect(AccessToken.length).toBeGreaterThan(950);
  expect(RefreshToken.length).toBeGreaterThan(1700);
  expect(RefreshToken.length).toBeLessThan(1900);
});

test('a refresh rotates the refresh token and carries the groups of now', async () => {
  const Username = await portal.confirmed('rotate@example.com');
  const first = await portal.signIn('rotate@example.com');
  const { UserPoolId } = portal;
  await target.makeGroup(UserPoolId, 'admin');
  await portal.send(new AdminAddUserToGroupCommand({ UserPoolId, Username, GroupName: 'admin' }));
  const second = await portal.refresh(first.RefreshToken);
  expect(second.RefreshToken).not.toBe(first.RefreshToken);
  expect(claims(first.AccessToken)['cognito:groups']).toBeUndefined();
  expect(claims(second.AccessToken)['cognito:groups']).toEqual(['admin']);
  expect(claims(second.IdToken)['cognito:groups']).toEqual(['admin']);
  expect(claims(second.AccessToken)).toMatchObject({
    origin_jti: claims(first.AccessToken).origin_jti,
    auth_time: claims(first.AccessToken).auth_time,
  });
  await expect(portal.refresh(second.RefreshToken)).resolves.toMatchObject({ ExpiresIn: 600 });
});

test('without a grace period the old refresh token is of no use at once', async () => {
  const strict = await setUp(target, {}, { RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 0 } });
  await strict.confirmed('strict@example.com');
  const { RefreshToken } = await strict.signIn('strict@example.com');
  const next = await strict.refresh(RefreshToken);
  expect(await refusal(strict.refresh(RefreshToken))).toMatchObject({ name: 'RefreshTokenReuseException' });
  await expect(strict.refresh(next.RefreshToken)).resolves.toMatchObject({ AccessToken: expect.any(String) });
});

testWith('clock')('within the grace period a retry succeeds, after it the token counts as reused', async () => {
  await portal.confirmed('grace@example.com');
  const { RefreshToken } = await portal.signIn('grace@example.com');
  await portal.refresh(RefreshToken);
  const graceSeconds = portal.settings.client.RefreshTokenRotation.RetryGracePeriodSeconds;
  target.advance(graceSeconds - 1);
  await expect(portal.refresh(RefreshToken)).resolves.toMatchObject({ RefreshToken: expect.any(String) });
  target.advance(2);
  expect((await refusal(portal.refresh(RefreshToken))).name).toBe('RefreshTokenReuseException');
});

testWith('clock')('a rotated refresh token keeps the remaining life of the first', async () => {
  await portal.confirmed('life@example.com');
  const { RefreshToken } = await portal.signIn('life@example.com');
  const lifeSeconds = portal.settings.client.RefreshTokenValidity * 60;
  target.advance(lifeSeconds - 3600);
  const next = await portal.refresh(RefreshToken);
  target.advance(3599);
  const last = await portal.refresh(next.RefreshToken);
  target.advance(2);
  expect(await refusal(portal.refresh(last.RefreshToken))).toEqual({
    name: 'NotAuthorizedException',
    message: 'Refresh Token has expired',
  });
});

test('a refresh needs the client secret, and a token of this client', async () => {
  await portal.confirmed('secret@example.com');
  const { RefreshToken } = await portal.signIn('secret@example.com');
  const { ClientId } = portal;
  const wrong = new GetTokensFromRefreshTokenCommand({ ClientId, ClientSecret: 'x'.repeat(51), RefreshToken });
  expect(await refusal(portal.send(wrong))).toMatchObject(notAuthorized);
  expect(await refusal(portal.send(new GetTokensFromRefreshTokenCommand({ ClientId, RefreshToken })))).toMatchObject(
    notAuthorized,
  );
  expect(await refusal(portal.refresh('no.such.refresh.token.here'))).toMatchObject(notAuthorized);
});

test('RevokeToken ends this sign-in with its rotated and access tokens, and no other', async () => {
  await portal.confirmed('revoke@example.com');
  const here = await portal.signIn('revoke@example.com');
  const elsewhere = await portal.signIn('revoke@example.com');
  const next = await portal.refresh(here.RefreshToken);
  await revoke(next.RefreshToken);
  expect(await refusal(portal.refresh(next.RefreshToken))).toMatchObject(notAuthorized);
  expect(await refusal(portal.useToken(next.AccessToken))).toEqual({
    name: 'NotAuthorizedException',
    message: 'Access Token has been revoked',
  });
  await expect(portal.useToken(elsewhere.AccessToken)).resolves.toBeDefined();
  await expect(portal.refresh(elsewhere.RefreshToken)).resolves.toMatchObject({ AccessToken: expect.any(String) });
});

test('each call takes its own kind of token', async () => {
  await portal.confirmed('kind@example.com');
  const { AccessToken, IdToken } = await portal.signIn('kind@example.com');
  expect((await refusal(revoke(AccessToken))).name).toBe('UnsupportedTokenTypeException');
  expect(await refusal(portal.useToken(IdToken))).toMatchObject(notAuthorized);
  expect(await refusal(portal.useToken('not.a.token'))).toMatchObject(notAuthorized);
});

test('a global sign-out by an administrator ends every sign-in of the user', async () => {
  const Username = await portal.confirmed('global@example.com');
  const [one, two] = [await portal.signIn(Username), await portal.signIn(Username)];
  await portal.send(new AdminUserGlobalSignOutCommand({ UserPoolId: portal.UserPoolId, Username }));
  for (const tokens of [one, two]) {
    expect(await refusal(portal.useToken(tokens.AccessToken))).toMatchObject(notAuthorized);
    expect(await refusal(portal.refresh(tokens.RefreshToken))).toMatchObject(notAuthorized);
  }
  const again = await portal.signIn(Username);
  await expect(portal.useToken(again.AccessToken)).resolves.toBeDefined();
});

test('disabling ends access and refresh; enabling does not bring the access token back', async () => {
  const Username = await portal.confirmed('disable@example.com');
  const { AccessToken, RefreshToken } = await portal.signIn('disable@example.com');
  await portal.disable(Username);
  expect(await refusal(portal.useToken(AccessToken))).toMatchObject(notAuthorized);
  expect(await refusal(portal.refresh(RefreshToken))).toMatchObject(notAuthorized);
  await portal.send(new AdminEnableUserCommand({ UserPoolId: portal.UserPoolId, Username }));
  expect(await refusal(portal.useToken(AccessToken))).toMatchObject(notAuthorized);
});

test("a deleted user's tokens are worth nothing", async () => {
  const Username = await portal.confirmed('deleted@example.com');
  const { AccessToken, RefreshToken } = await portal.signIn('deleted@example.com');
  await portal.send(new AdminDeleteUserCommand({ UserPoolId: portal.UserPoolId, Username }));
  expect((await refusal(portal.useToken(AccessToken))).name).toBe('UserNotFoundException');
  expect((await refusal(portal.refresh(RefreshToken))).name).not.toBe('none');
});

testWith('clock')('an access token ends after its validity', async () => {
  await portal.confirmed('expiry@example.com');
  const { AccessToken } = await portal.signIn('expiry@example.com');
  target.advance(portal.settings.client.AccessTokenValidity * 60 + 1);
  expect(await refusal(portal.useToken(AccessToken))).toEqual({
    name: 'NotAuthorizedException',
    message: 'Access Token has expired',
  });
});
