import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import {
  CognitoIdentityProviderClient,
  CreateGroupCommand,
  CreateUserPoolClientCommand,
  CreateUserPoolCommand,
  DeleteUserPoolCommand,
  SetUserPoolMfaConfigCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import type {
  CreateUserPoolClientCommandInput,
  CreateUserPoolCommandInput,
} from '@aws-sdk/client-cognito-identity-provider';
import { test } from '@jest/globals';
import { createCognito } from '../cognito/cognito.ts';
import type { Mail } from '../cognito/state.ts';
import { reaching, served } from './opened.ts';

/** With a stage in CONTRACT_STAGE the tests run against AWS, in the account of the SDK's default credentials. */
const onAws = process.env.CONTRACT_STAGE !== undefined;

/** What only the emulator offers to a test. */
const abilities = {
  clock: 'time travel',
  inbox: 'a mailbox and a function to read',
  policies: 'a policy that can be taken away',
  refusals: 'operations that the emulator leaves out',
};

/** A test that AWS can't run: there it is skipped, and says why. */
export const testWith = (ability: keyof typeof abilities) => (name: string, run: () => Promise<void>) => {
  if (onAws) test.skip(`${name} (skipped on AWS: needs ${abilities[ability]})`, run);
  else test(name, run);
};

export type Target = {
  client: CognitoIdentityProviderClient;
  region: string;
  keySet: (poolId: string) => Promise<{ keys: never[] }>;
  /** Makes a pool, which goes at the end; `hasCodes`: its users may switch on one-time codes. */
  makePool: (settings: CreateUserPoolCommandInput, hasCodes: boolean) => Promise<{ id: string; arn: string }>;
  makeClient: (
    poolId: string,
    settings: Omit<CreateUserPoolClientCommandInput, 'UserPoolId'>,
  ) => Promise<{ id: string; secret: string }>;
  makeGroup: (poolId: string, name: string) => Promise<void>;
  /** Lets this many seconds pass. */
  advance: (seconds: number) => void;
  mails: Mail[];
  trigger: { events: unknown[]; answer: (event: never) => unknown };
  denied: Set<string>;
  /** Lets a moment pass, so that a later date is another. */
  moment: () => Promise<void>;
  endpoint: string;
  close: () => Promise<void>;
};

const keySetAt = (base: string) => async (poolId: string) => {
  const response = await fetch(`${base}/${poolId}/.well-known/jwks.json`);
  return response.json();
};

const awsTarget = async (): Promise<Target> => {
  const client = new CognitoIdentityProviderClient({});
  const region = await client.config.region();
  const endpoint = `https://cognito-idp.${region}.amazonaws.com`;
  const pools: string[] = [];
  return {
    client,
    region,
    endpoint,
    keySet: keySetAt(endpoint),
    makePool: async (settings, hasCodes) => {
      const { UserPool: { Id: UserPoolId = '', Arn: arn = '' } = {} } = await client.send(
        new CreateUserPoolCommand(settings),
      );
      pools.push(UserPoolId);
      if (hasCodes) {
        const codes = { SoftwareTokenMfaConfiguration: { Enabled: true }, MfaConfiguration: 'OPTIONAL' as const };
        await client.send(new SetUserPoolMfaConfigCommand({ UserPoolId, ...codes }));
      }
      return { id: UserPoolId, arn };
    },
    makeClient: async (UserPoolId, settings) => {
      const { UserPoolClient: { ClientId: id = '', ClientSecret: secret = '' } = {} } = await client.send(
        new CreateUserPoolClientCommand({ ...settings, UserPoolId }),
      );
      return { id, secret };
    },
    makeGroup: async (UserPoolId, GroupName) => {
      await client.send(new CreateGroupCommand({ UserPoolId, GroupName }));
    },
    advance: () => {
      throw new Error('AWS has its own time');
    },
    mails: [],
    trigger: { events: [], answer: () => undefined },
    denied: new Set(),
    moment: () => wait(1100),
    close: async () => {
      for (const UserPoolId of pools) await client.send(new DeleteUserPoolCommand({ UserPoolId }));
    },
  };
};

const emulatorTarget = async (): Promise<Target> => {
  const region = 'eu-central-1';
  const mails: Mail[] = [];
  const denied = new Set<string>();
  const trigger: Target['trigger'] = { events: [], answer: (event) => event };
  let offset = 0;
  const cognito = createCognito({
    region,
    accountId: '000000000000',
    now: () => new Date(Date.now() + offset),
    sendMail: (mail) => mails.push(mail),
    invokeTrigger: async (_, event) => {
      trigger.events.push(event);
      return trigger.answer(event as never);
    },
    allow: (_, action) => !denied.has(action),
  });
  const endpoint = await served(cognito.listener);
  return {
    client: new CognitoIdentityProviderClient(reaching(endpoint)),
    region,
    endpoint,
    keySet: keySetAt(endpoint),
    makePool: (settings, hasCodes) =>
      cognito.ensureUserPool(randomUUID(), { ...settings, ...(hasCodes && { EnabledMfas: ['SOFTWARE_TOKEN_MFA'] }) }),
    makeClient: async (poolId, settings) => cognito.ensureClient(poolId, settings),
    makeGroup: async (poolId, name) => cognito.ensureGroup(poolId, name),
    advance: (seconds) => {
      offset += seconds * 1000;
    },
    mails,
    trigger,
    denied,
    moment: async () => {
      offset += 1100;
    },
    close: async () => {},
  };
};

export const openTarget = (): Promise<Target> => (onAws ? awsTarget() : emulatorTarget());

/** How a call ended: name and message of the SDK's error. */
export const refusal = async (call: Promise<unknown>): Promise<{ name: string; message: string }> => {
  try {
    await call;
  } catch (error) {
    if (error instanceof Error) return { name: error.name, message: error.message };
  }
  return { name: 'none', message: 'the call succeeded' };
};
