import * as aws from '@aws-sdk/client-cognito-identity-provider';
import type { Target } from './contract-target.ts';
import { secretHash } from './secret-hash.ts';

export const temporary = 'Temporary-1!';
export const own = 'My-own-pass-2!';

/** The portal's kind of pool. */
export const portalPool = {
  PoolName: 'contract',
  UsernameAttributes: ['email'],
  UsernameConfiguration: { CaseSensitive: false },
  AutoVerifiedAttributes: ['email'],
  AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
  Policies: {
    PasswordPolicy: {
      MinimumLength: 10,
      RequireUppercase: true,
      RequireLowercase: true,
      RequireNumbers: true,
      RequireSymbols: true,
      TemporaryPasswordValidityDays: 7,
    },
  },
} satisfies aws.CreateUserPoolCommandInput;

/** The portal's kind of client. */
export const portalClient = {
  ClientName: 'portal',
  GenerateSecret: true,
  ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH'],
  PreventUserExistenceErrors: 'ENABLED',
  EnableTokenRevocation: true,
  AccessTokenValidity: 10,
  IdTokenValidity: 10,
  RefreshTokenValidity: 12,
  TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'hours' },
  RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 10 },
} satisfies Omit<aws.CreateUserPoolClientCommandInput, 'UserPoolId'>;

export type Tokens = { AccessToken: string; IdToken: string; RefreshToken: string; ExpiresIn: number };

const tokensOf = (result: aws.AuthenticationResultType | undefined): Tokens => {
  const { AccessToken = '', IdToken = '', RefreshToken = '', ExpiresIn = 0 } = result ?? {};
  return { AccessToken, IdToken, RefreshToken, ExpiresIn };
};

/** A pool and a client of the portal's kind, and the calls a test makes over and over. */
export const setUp = async (
  target: Target,
  pool: Partial<aws.CreateUserPoolCommandInput> = {},
  client: Partial<aws.CreateUserPoolClientCommandInput> = {},
) => {
  const send = target.client;
  const made = await send.send(new aws.CreateUserPoolCommand({ ...portalPool, ...pool }));
  const UserPoolId = made.UserPool?.Id ?? '';
  target.pools.push(UserPoolId);
  const app = await send.send(new aws.CreateUserPoolClientCommand({ ...portalClient, ...client, UserPoolId }));
  const ClientId = app.UserPoolClient?.ClientId ?? '';
  const ClientSecret = app.UserPoolClient?.ClientSecret ?? '';
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

  const getUser = (AccessToken: string) => send.send(new aws.GetUserCommand({ AccessToken }));
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
    UserPoolId,
    ClientId,
    ClientSecret,
    hash,
    invite,
    start,
    answer,
    signIn,
    confirmed,
    refresh,
    getUser,
    adminGet,
    disable,
    forgot,
    confirmForgot,
  };
};

export type Setting = Awaited<ReturnType<typeof setUp>>;

/** How a call ended: name and message of the SDK's error. */
export const refusal = async (call: Promise<unknown>): Promise<{ name: string; message: string }> => {
  try {
    await call;
  } catch (error) {
    if (error instanceof Error) return { name: error.name, message: error.message };
  }
  return { name: 'none', message: 'the call succeeded' };
};
