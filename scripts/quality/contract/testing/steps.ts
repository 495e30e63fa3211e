import type * as aws from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll } from '@jest/globals';
import { secretHash } from '#scripts/local-cloud/cognito/secret-hash.ts';
import { openTarget } from '#scripts/local-cloud/testing/cognito-target.ts';
import type { Target } from '#scripts/local-cloud/testing/cognito-target.ts';
import { portalSettings } from './portal-settings.ts';

/** For the first test of a file: the portal may have to be built, which takes a slow machine minutes. */
export const buildTimeoutMs = 600_000;

export const temporary = 'Temporary-1!';
export const own = 'My-own-pass-2!';

export const resent = {
  MessageAction: 'RESEND',
  DesiredDeliveryMediums: ['EMAIL'],
  UserAttributes: undefined,
} satisfies Partial<aws.AdminCreateUserCommandInput>;

const tokensOf = (result: aws.AuthenticationResultType | undefined) => {
  const { AccessToken = '', IdToken = '', RefreshToken = '' } = result ?? {};
  return { AccessToken, IdToken, RefreshToken };
};

type PoolChanges = Partial<aws.CreateUserPoolCommandInput> & { readonly hasCodes?: boolean };

/** A pool and a client as the portal has them, and the calls a test makes over and over. */
export const setUp = async (target: Target, { hasCodes = false, ...pool }: PoolChanges = {}) => {
  const { client: cognito } = target;
  const settings = await portalSettings();
  const { id: UserPoolId } = await target.makePool({ ...settings.pool, ...pool }, hasCodes);
  const { id: ClientId, secret: ClientSecret } = await target.makeClient(UserPoolId, settings.client);
  const hash = (name: string) => secretHash({ id: ClientId, secret: ClientSecret }, name);
  const ids = { UserPoolId, ClientId };

  const invite = (Username: string, more: Partial<aws.AdminCreateUserCommandInput> = {}) =>
    cognito.adminCreateUser({
      UserPoolId,
      Username,
      TemporaryPassword: temporary,
      MessageAction: 'SUPPRESS',
      UserAttributes: [
        { Name: 'email', Value: Username },
        { Name: 'email_verified', Value: 'true' },
      ],
      ...more,
    });

  const start = (USERNAME: string, PASSWORD: string, more: Record<string, string> = {}) =>
    cognito.adminInitiateAuth({
      ...ids,
      AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME, PASSWORD, SECRET_HASH: hash(USERNAME), ...more },
    });

  const answer = (USERNAME: string, NEW_PASSWORD: string, Session: string | undefined) =>
    cognito.adminRespondToAuthChallenge({
      ...ids,
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      ChallengeResponses: { USERNAME, NEW_PASSWORD, SECRET_HASH: hash(USERNAME) },
      Session,
    });

  const setPassword = (Username: string, Password: string, Permanent: boolean) =>
    cognito.adminSetUserPassword({ UserPoolId, Username, Password, Permanent });

  const signIn = async (name: string, password = own) => tokensOf((await start(name, password)).AuthenticationResult);

  /** A user who has set an own password; answers the sub. */
  const confirmed = async (email: string, more: Partial<aws.AdminCreateUserCommandInput> = {}) => {
    const { User } = await invite(email, more);
    await setPassword(email, own, true);
    return User?.Username ?? '';
  };

  /** Somebody confirmed who has signed in. */
  const signedIn = async (email: string) => ({ sub: await confirmed(email), ...(await signIn(email)) });

  const refresh = async (RefreshToken: string) =>
    tokensOf((await cognito.getTokensFromRefreshToken({ ClientId, ClientSecret, RefreshToken })).AuthenticationResult);

  /** A call of the user's own, which changes nothing: whether the token is good. */
  const useToken = (AccessToken: string) =>
    cognito.setUserMFAPreference({ AccessToken, SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false } });
  const disable = (Username: string) => cognito.adminDisableUser({ UserPoolId, Username });
  const enable = (Username: string) => cognito.adminEnableUser({ UserPoolId, Username });
  const forgot = (Username: string) => cognito.forgotPassword({ ClientId, Username, SecretHash: hash(Username) });
  const confirmForgot = (Username: string, ConfirmationCode: string, Password = own) =>
    cognito.confirmForgotPassword({ ClientId, Username, ConfirmationCode, Password, SecretHash: hash(Username) });

  return {
    cognito,
    /** As the portal has them, whatever was asked for here. */
    settings,
    UserPoolId,
    ClientId,
    ClientSecret,
    hash,
    invite,
    start,
    answer,
    setPassword,
    signIn,
    confirmed,
    signedIn,
    refresh,
    useToken,
    disable,
    enable,
    forgot,
    confirmForgot,
  };
};

type Setting = Awaited<ReturnType<typeof setUp>>;

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
