import * as aws from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll } from '@jest/globals';
import { secretHash } from '#scripts/local-cloud/cognito/secret-hash.ts';
import { openTarget } from '#scripts/local-cloud/testing/cognito-target.ts';
import type { Target } from '#scripts/local-cloud/testing/cognito-target.ts';
import { portalSettings } from './portal-settings.ts';

/** For the first test of a file: the portal may have to be built. */
export const buildTimeoutMs = 120_000;

export const temporary = 'Temporary-1!';
export const own = 'My-own-pass-2!';

export type Tokens = { AccessToken: string; IdToken: string; RefreshToken: string; ExpiresIn: number };

const tokensOf = (result: aws.AuthenticationResultType | undefined): Tokens => {
  const { AccessToken = '', IdToken = '', RefreshToken = '', ExpiresIn = 0 } = result ?? {};
  return { AccessToken, IdToken, RefreshToken, ExpiresIn };
};

type PoolChanges = Partial<aws.CreateUserPoolCommandInput> & { readonly hasCodes?: boolean };

/** A pool and a client as the portal has them, and the calls a test makes over and over. */
export const setUp = async (
  target: Target,
  { hasCodes = false, ...pool }: PoolChanges = {},
  client: Partial<aws.CreateUserPoolClientCommandInput> = {},
) => {
  const send = target.client;
  const settings = await portalSettings();
  const { id: UserPoolId, arn } = await target.makePool({ ...settings.pool, ...pool }, hasCodes);
  const { id: ClientId, secret: ClientSecret } = await target.makeClient(UserPoolId, { ...settings.client, ...client });
  const hash = (name: string) => secretHash({ id: ClientId, secret: ClientSecret }, name);
  const ids = { UserPoolId, ClientId };

  const invite = (Username: string, more: Partial<aws.AdminCreateUserCommandInput> = {}) =>
    send.send(
      new aws.AdminCreateUserCommand({
        UserPoolId,
        Username,
        TemporaryPassword: temporary,
        MessageAction: 'SUPPRESS',
        UserAttributes: [
          { Name: 'email', Value: Username },
          { Name: 'email_verified', Value: 'true' },
        ],
        ...more,
      }),
    );

  const start = (USERNAME: string, PASSWORD: string, more: Record<string, string> = {}) =>
    send.send(
      new aws.AdminInitiateAuthCommand({
        ...ids,
        AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME, PASSWORD, SECRET_HASH: hash(USERNAME), ...more },
      }),
    );

  const answer = (USERNAME: string, NEW_PASSWORD: string, Session: string | undefined) =>
    send.send(
      new aws.AdminRespondToAuthChallengeCommand({
        ...ids,
        ChallengeName: 'NEW_PASSWORD_REQUIRED',
        ChallengeResponses: { USERNAME, NEW_PASSWORD, SECRET_HASH: hash(USERNAME) },
        Session,
      }),
    );

  const signIn = async (name: string, password = own) => tokensOf((await start(name, password)).AuthenticationResult);

  /** A user who has set an own password. */
  const confirmed = async (email: string) => {
    const { User } = await invite(email);
    await send.send(
      new aws.AdminSetUserPasswordCommand({ UserPoolId, Username: email, Password: own, Permanent: true }),
    );
    return User?.Username ?? '';
  };

  const refresh = async (RefreshToken: string) => {
    const { AuthenticationResult } = await send.send(
      new aws.GetTokensFromRefreshTokenCommand({ ClientId, ClientSecret, RefreshToken }),
    );
    return tokensOf(AuthenticationResult);
  };

  /** A call of the user's own, which changes nothing: whether the token is good. */
  const useToken = (AccessToken: string) =>
    send.send(
      new aws.SetUserMFAPreferenceCommand({
        AccessToken,
        SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false },
      }),
    );
  const adminGet = (Username: string) => send.send(new aws.AdminGetUserCommand({ UserPoolId, Username }));
  const disable = (Username: string) => send.send(new aws.AdminDisableUserCommand({ UserPoolId, Username }));
  const forgot = (Username: string) =>
    send.send(new aws.ForgotPasswordCommand({ ClientId, Username, SecretHash: hash(Username) }));
  const confirmForgot = (Username: string, ConfirmationCode: string, Password = own) =>
    send.send(
      new aws.ConfirmForgotPasswordCommand({
        ClientId,
        Username,
        ConfirmationCode,
        Password,
        SecretHash: hash(Username),
      }),
    );

  return {
    send: send.send.bind(send) as typeof send.send,
    /** As the portal has them, whatever was asked for here. */
    settings,
    UserPoolId,
    arn,
    ClientId,
    ClientSecret,
    hash,
    invite,
    start,
    answer,
    signIn,
    confirmed,
    refresh,
    useToken,
    adminGet,
    disable,
    forgot,
    confirmForgot,
  };
};

export type Setting = Awaited<ReturnType<typeof setUp>>;

/** A target and a portal's pool on it, which are there before the first test of a file. */
export const contractPortal = (changes: PoolChanges = {}) => {
  const [target, portal] = [{} as Target, {} as Setting];
  beforeAll(async () => {
    Object.assign(target, await openTarget());
    Object.assign(portal, await setUp(target, changes));
  }, buildTimeoutMs);
  afterAll(() => target.close());
  return { target, portal };
};
