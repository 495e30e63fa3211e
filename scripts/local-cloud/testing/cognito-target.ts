import { randomUUID } from 'node:crypto';
import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider';
import type {
  CreateUserPoolClientCommandInput,
  CreateUserPoolCommandInput,
} from '@aws-sdk/client-cognito-identity-provider';
import { test } from '@jest/globals';
import { createCognito } from '../cognito/cognito.ts';
import type { SentMail } from '../ses/ses.ts';
import { reaching, served } from './opened.ts';

/** With a stage in CONTRACT_STAGE the tests run against AWS, in the account of the SDK's default credentials. */
const onAws = process.env.CONTRACT_STAGE !== undefined;

/** What only the emulator offers to a test. */
const abilities = {
  clock: 'time travel',
  inbox: 'a mailbox and a function to read',
  policies: 'a policy that can be taken away',
  refusals: 'operations that the emulator leaves out',
  lists: 'lists that never lag behind writes',
};

/** A test that AWS can't run: there it is skipped, and says why. */
export const testWith = (ability: keyof typeof abilities) => (name: string, run: () => Promise<void>) => {
  if (onAws) test.skip(`${name} (skipped on AWS: needs ${abilities[ability]})`, run);
  else test(name, run);
};

const emulatorTarget = async () => {
  const region = 'eu-central-1';
  const mails: SentMail[] = [];
  const denied = new Set<string>();
  const trigger: { answer: (event: never) => unknown } = { answer: (event) => event };
  let offset = 0;
  const cognito = createCognito({
    region,
    accountId: '000000000000',
    now: () => new Date(Date.now() + offset),
    sendMail: (mail) => mails.push(mail),
    invokeTrigger: async (_, event) => trigger.answer(event as never),
    allow: (_, action) => !denied.has(action),
  });
  return {
    client: new CognitoIdentityProvider(reaching(await served(cognito.listener))),
    region,
    /** Makes a pool, which goes at the end; `hasCodes`: its users may switch on one-time codes. */
    makePool: (settings: CreateUserPoolCommandInput, hasCodes: boolean): Promise<{ id: string }> =>
      cognito.ensureUserPool(randomUUID(), { ...settings, ...(hasCodes && { EnabledMfas: ['SOFTWARE_TOKEN_MFA'] }) }),
    makeClient: async (poolId: string, settings: Omit<CreateUserPoolClientCommandInput, 'UserPoolId'>) =>
      cognito.ensureClient(poolId, settings),
    makeGroup: async (poolId: string, name: string) => cognito.ensureGroup(poolId, name),
    /** Lets this many seconds pass. */
    advance: (seconds: number): void => {
      offset += seconds * 1000;
    },
    mails,
    trigger,
    denied,
    close: async () => {},
  };
};

export type Target = Awaited<ReturnType<typeof emulatorTarget>>;

const awsTarget = async (): Promise<Target> => {
  const client = new CognitoIdentityProvider({});
  const region = await client.config.region();
  const pools: string[] = [];
  return {
    client,
    region,
    makePool: async (settings, hasCodes) => {
      const { UserPool: { Id: UserPoolId = '' } = {} } = await client.createUserPool(settings);
      pools.push(UserPoolId);
      const codes = { SoftwareTokenMfaConfiguration: { Enabled: true }, MfaConfiguration: 'OPTIONAL' as const };
      if (hasCodes) await client.setUserPoolMfaConfig({ UserPoolId, ...codes });
      return { id: UserPoolId };
    },
    makeClient: async (UserPoolId, settings) => {
      const made = await client.createUserPoolClient({ ...settings, UserPoolId });
      const { ClientId: id = '', ClientSecret: secret = '' } = made.UserPoolClient ?? {};
      return { id, secret };
    },
    makeGroup: async (UserPoolId, GroupName) => {
      await client.createGroup({ UserPoolId, GroupName });
    },
    advance: () => {
      throw new Error('AWS has its own time');
    },
    mails: [],
    trigger: { answer: () => undefined },
    denied: new Set(),
    close: async () => {
      for (const UserPoolId of pools) await client.deleteUserPool({ UserPoolId });
    },
  };
};

export const openTarget = (): Promise<Target> => (onAws ? awsTarget() : emulatorTarget());

/** How a call ended: `name: message` of the SDK's error. */
export const refusal = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'not refused',
    ({ name, message }: Error) => `${name}: ${message}`,
  );
