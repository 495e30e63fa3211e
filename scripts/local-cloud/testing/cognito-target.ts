import { randomUUID } from 'node:crypto';
import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider';
import type {
  CreateUserPoolClientCommandInput,
  CreateUserPoolCommandInput,
} from '@aws-sdk/client-cognito-identity-provider';
import { test } from '@jest/globals';
import { createCognito } from '../cognito/cognito.ts';
import type { SentMail } from '../ses/ses.ts';
import { buildClientOptions, serveForTest } from './cleanup.ts';

/** With a stage in CONTRACT_STAGE the tests run against AWS, in the account of the SDK's default credentials. */
const isOnAws = process.env.CONTRACT_STAGE !== undefined;

/** Features that only the emulator offers to tests, with their names in titles of skipped tests. */
const emulatorFeatures = {
  clock: 'a clock that can be advanced',
  inbox: 'access to the sent emails and the function that writes them',
  policies: 'a policy from which actions can be removed',
  rejections: 'operations that the emulator does not support',
  consistentLists: 'lists that contain every write at once',
};

/** Returns a function that defines a test which needs a feature; on AWS it is skipped and its title states the reason. */
export const testIfTargetHas = (feature: keyof typeof emulatorFeatures) => (name: string, run: () => Promise<void>) => {
  if (isOnAws) test.skip(`${name} (skipped on AWS: needs ${emulatorFeatures[feature]})`, run);
  else test(name, run);
};

const openEmulatorTarget = async () => {
  const region = 'eu-central-1';
  const mails: SentMail[] = [];
  const deniedActions = new Set<string>();
  const trigger: { answer: (event: never) => unknown } = { answer: (event) => event };
  let offsetMs = 0;
  const cognito = createCognito({
    region,
    accountId: '000000000000',
    now: () => new Date(Date.now() + offsetMs),
    sendMail: (mail) => mails.push(mail),
    invokeTrigger: async (_, event) => trigger.answer(event as never),
    isAllowed: (_, action) => !deniedActions.has(action),
  });
  return {
    client: new CognitoIdentityProvider(buildClientOptions(await serveForTest(cognito.listener))),
    region,
    /** Creates a pool, which is deleted at the end. With `hasCodes`, its users may enable one-time codes. */
    makePool: (settings: CreateUserPoolCommandInput, hasCodes: boolean): Promise<{ id: string }> =>
      cognito.ensureUserPool(randomUUID(), { ...settings, ...(hasCodes && { EnabledMfas: ['SOFTWARE_TOKEN_MFA'] }) }),
    makeClient: async (poolId: string, settings: Omit<CreateUserPoolClientCommandInput, 'UserPoolId'>) =>
      cognito.ensureClient(poolId, settings),
    makeGroup: async (poolId: string, name: string) => cognito.ensureGroup(poolId, name),
    /** Advances the clock by the given number of seconds. */
    advanceClock: (seconds: number): void => {
      offsetMs += seconds * 1000;
    },
    mails,
    trigger,
    deniedActions,
    close: async () => {},
  };
};

export type Target = Awaited<ReturnType<typeof openEmulatorTarget>>;

const openAwsTarget = async (): Promise<Target> => {
  const client = new CognitoIdentityProvider({});
  const region = await client.config.region();
  const pools: string[] = [];
  return {
    client,
    region,
    makePool: async (settings, hasCodes) => {
      const { UserPool: { Id: UserPoolId = '' } = {} } = await client.createUserPool(settings);
      pools.push(UserPoolId);
      const mfaConfig = { SoftwareTokenMfaConfiguration: { Enabled: true }, MfaConfiguration: 'OPTIONAL' as const };
      if (hasCodes) await client.setUserPoolMfaConfig({ UserPoolId, ...mfaConfig });
      return { id: UserPoolId };
    },
    makeClient: async (UserPoolId, settings) => {
      const response = await client.createUserPoolClient({ ...settings, UserPoolId });
      const { ClientId: id = '', ClientSecret: secret = '' } = response.UserPoolClient ?? {};
      return { id, secret };
    },
    makeGroup: async (UserPoolId, GroupName) => {
      await client.createGroup({ UserPoolId, GroupName });
    },
    advanceClock: () => {
      throw new Error('AWS has its own time');
    },
    mails: [],
    trigger: { answer: () => undefined },
    deniedActions: new Set(),
    close: async () => {
      for (const UserPoolId of pools) await client.deleteUserPool({ UserPoolId });
    },
  };
};

export const openTarget = (): Promise<Target> => (isOnAws ? openAwsTarget() : openEmulatorTarget());

/** Awaits a call and returns its error as `name: message`, or `succeeded`. */
export const toOutcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'succeeded',
    ({ name, message }: Error) => `${name}: ${message}`,
  );
