import type * as aws from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll } from '@jest/globals';
import { computeSecretHash } from '#scripts/local-cloud/cognito/secret-hash.ts';
import { openTarget } from '#scripts/local-cloud/testing/cognito-target.ts';
import type { Target } from '#scripts/local-cloud/testing/cognito-target.ts';
import { readPortalSettings } from './portal-settings.ts';

/** Timeout of the setup of a test file, which may have to build the portal; this takes minutes on a slow machine. */
export const buildTimeoutMs = 600_000;

export const temporaryPassword = 'Temporary-1!';
export const permanentPassword = 'My-own-pass-2!';

export const resendOptions = {
  MessageAction: 'RESEND',
  DesiredDeliveryMediums: ['EMAIL'],
  UserAttributes: undefined,
} satisfies Partial<aws.AdminCreateUserCommandInput>;

const toTokens = (result: aws.AuthenticationResultType | undefined) => {
  const { AccessToken = '', IdToken = '', RefreshToken = '' } = result ?? {};
  return { AccessToken, IdToken, RefreshToken };
};

type PoolChanges = Partial<aws.CreateUserPoolCommandInput> & {
  /** Lets users enable one-time codes. */
  readonly hasCodes?: boolean;
};

/** Creates a user pool and a client with the portal's settings. Returns them with functions for frequent calls. */
export const createPortalPool = async (target: Target, { hasCodes = false, ...pool }: PoolChanges = {}) => {
  const { client: cognito } = target;
  const settings = await readPortalSettings();
  const { id: UserPoolId } = await target.makePool({ ...settings.pool, ...pool }, hasCodes);
  const { id: ClientId, secret: ClientSecret } = await target.makeClient(UserPoolId, settings.client);
  const toSecretHash = (username: string) => computeSecretHash({ id: ClientId, secret: ClientSecret }, username);
  const ids = { UserPoolId, ClientId };

  const invite = (Username: string, changes: Partial<aws.AdminCreateUserCommandInput> = {}) =>
    cognito.adminCreateUser({
      UserPoolId,
      Username,
      TemporaryPassword: temporaryPassword,
      MessageAction: 'SUPPRESS',
      UserAttributes: [
        { Name: 'email', Value: Username },
        { Name: 'email_verified', Value: 'true' },
      ],
      ...changes,
    });

  const startSignIn = (USERNAME: string, PASSWORD: string, changes: Record<string, string> = {}) =>
    cognito.adminInitiateAuth({
      ...ids,
      AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME, PASSWORD, SECRET_HASH: toSecretHash(USERNAME), ...changes },
    });

  const setNewPassword = (USERNAME: string, NEW_PASSWORD: string, Session: string | undefined) =>
    cognito.adminRespondToAuthChallenge({
      ...ids,
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      ChallengeResponses: { USERNAME, NEW_PASSWORD, SECRET_HASH: toSecretHash(USERNAME) },
      Session,
    });

  const setPassword = (Username: string, Password: string, Permanent: boolean) =>
    cognito.adminSetUserPassword({ UserPoolId, Username, Password, Permanent });

  const signIn = async (name: string, password = permanentPassword) =>
    toTokens((await startSignIn(name, password)).AuthenticationResult);

  /** Creates a user with a permanent password and returns the sub. */
  const createConfirmedUser = async (email: string, changes: Partial<aws.AdminCreateUserCommandInput> = {}) => {
    const { User } = await invite(email, changes);
    await setPassword(email, permanentPassword, true);
    return User?.Username ?? '';
  };

  /** Creates a user with a permanent password, signs in, and returns the sub and tokens. */
  const createSignedInUser = async (email: string) => ({
    sub: await createConfirmedUser(email),
    ...(await signIn(email)),
  });

  const refresh = async (RefreshToken: string) =>
    toTokens((await cognito.getTokensFromRefreshToken({ ClientId, ClientSecret, RefreshToken })).AuthenticationResult);

  /** Makes a call with the user's own token that changes nothing, to test whether the token is valid. */
  const useToken = (AccessToken: string) =>
    cognito.setUserMFAPreference({ AccessToken, SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false } });
  const disable = (Username: string) => cognito.adminDisableUser({ UserPoolId, Username });
  const enable = (Username: string) => cognito.adminEnableUser({ UserPoolId, Username });
  const forgotPassword = (Username: string) =>
    cognito.forgotPassword({ ClientId, Username, SecretHash: toSecretHash(Username) });
  const confirmForgotPassword = (Username: string, ConfirmationCode: string, Password = permanentPassword) =>
    cognito.confirmForgotPassword({
      ClientId,
      Username,
      ConfirmationCode,
      Password,
      SecretHash: toSecretHash(Username),
    });

  return {
    cognito,
    /** Settings of the portal, without the changes of this call. */
    settings,
    UserPoolId,
    ClientId,
    ClientSecret,
    toSecretHash,
    invite,
    startSignIn,
    setNewPassword,
    setPassword,
    signIn,
    createConfirmedUser,
    createSignedInUser,
    refresh,
    useToken,
    disable,
    enable,
    forgotPassword,
    confirmForgotPassword,
  };
};

type Portal = Awaited<ReturnType<typeof createPortalPool>>;

/** Opens a target, and creates a user pool with the portal's settings on it before the first test of a file. */
export const openPortalPool = (changes: PoolChanges = {}) => {
  const target = {} as Target;
  const portal = {} as Portal;
  beforeAll(async () => {
    Object.assign(target, await openTarget());
    Object.assign(portal, await createPortalPool(target, changes));
  }, buildTimeoutMs);
  afterAll(() => target.close());
  return { target, portal };
};
