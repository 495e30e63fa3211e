import { setTimeout as wait } from 'node:timers/promises';
import { DeleteItemCommand, DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { outputs } from '#infra/outputs.ts';
import { limits } from '#shared/limits.ts';
import type { RegionId } from '#shared/regions.ts';
import { regionIds } from '#shared/regions.ts';
import type { Route } from '#shared/route.ts';
import { auth } from '#shared/routes/auth.ts';
import type { Portal } from '../demo/portal.ts';
import { startTemporaryPortal } from '../demo/portal.ts';
import { developerKey } from '../local-cloud/iam/iam.ts';
import { openBrowser } from '../testing/browser.ts';
import type { Bench, Figure } from './figure.ts';
import { median } from './interleaved.ts';

/** What AWS has and one machine has not: the part of an answer that may differ by address. */
const weather = { cognitoLatencyMs: 250, hasColdTriggers: true } as const;

/** Names of the demo accounts, by what is true of them; nobody has the others. */
const kinds = {
  known: 'repairs',
  unknown: 'nobody',
  disabled: 'disabled',
  invited: 'invited',
  'with an expired invitation': 'expired',
  'locked after failed sign-ins': 'nothing',
} as const;
type Kind = keyof typeof kinds;
const locked: Kind = 'locked after failed sign-ins';

const wrongPassword = { password: 'Wrong-Password-1!' };
const newPassword = 'Chosen-Password-1!';

/** What a stranger may ask of an address. After each answer the machine rests for `restMs`: what follows it is none of its time. */
const questions = [
  { name: 'Sign-in', route: auth.login, input: wrongPassword, rounds: 4, restMs: 150 },
  // Sending a code to a known address takes Cognito's time and a cold trigger's, which would be the next answer's.
  { name: 'Request for a code', route: auth.requestCode, input: {}, rounds: 20, restMs: 700 },
  {
    name: 'New password with a code',
    route: auth.resetPassword,
    input: { code: '123456', newPassword, confirmPassword: newPassword },
    rounds: 3,
    restMs: 150,
  },
] as const;

/** Asks as our page does, in a browser that has never been here: how long the answer took, in milliseconds, and all that it says. */
const ask = async (portal: Portal, route: Route, region: RegionId, kind: Kind, input: object) => {
  const { send, tickCaptcha } = openBrowser(portal);
  const body = { email: `${kinds[kind]}@${region}.example`, ...input, captcha: await tickCaptcha() };
  const begun = performance.now();
  const { status, setCookies, json } = await send(route, region, { body });
  const ms = performance.now() - begun;
  const said = JSON.stringify(json).replace(/"requestId":"[^"]*"/, '');
  return { ms, said: JSON.stringify([status, setCookies, said]) };
};

const forgetAttempts = async ({ endpoints, region, outputs: values }: Portal) => {
  const client = new DynamoDBClient({ endpoint: endpoints.DYNAMODB, region, credentials: developerKey });
  const TableName = String(values[outputs.table('attempts')]);
  const { Items = [] } = await client.send(new ScanCommand({ TableName, ProjectionExpression: 'id' }));
  for (const Key of Items) await client.send(new DeleteItemCommand({ TableName, Key }));
  client.destroy();
};

/** Asks about every kind of address in turns: how each compares to the unknown one that was asked about in the same moment. */
const measure = async (portal: Portal, { name, route, input, rounds, restMs }: (typeof questions)[number]) => {
  // Who is locked out hears so when signing in; by the rest it must not be seen.
  const asked = (Object.keys(kinds) as Kind[]).filter((kind) => route !== auth.login || kind !== locked);
  const beginAnew = async () => {
    await forgetAttempts(portal);
    const failures = asked.includes(locked) ? limits.attempts.max : 0;
    const fail = (region: RegionId) => ask(portal, auth.login, region, locked, wrongPassword);
    await Promise.all(Array.from({ length: failures }, () => regionIds.map(fail)).flat());
  };
  const answers = new Set<string>();
  const taken: Record<Kind, number>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round % limits.attempts.max === 0) await beginAnew();
    for (const region of regionIds) {
      const times = {} as Record<Kind, number>;
      // In no order: an email that is sent after one answer, or whatever else the machine does, falls on all kinds alike.
      const order = asked.map((kind) => [Math.random(), kind] as const).toSorted(([one], [other]) => one - other);
      for (const [, kind] of order) {
        const { ms, said } = await ask(portal, route, region, kind, input);
        times[kind] = ms;
        answers.add(said);
        await wait(restMs);
      }
      taken.push(times);
    }
  }
  const ratios = asked.map((kind) => ({ kind, value: median(taken.map((times) => times[kind] / times.unknown)) }));
  return [
    ...ratios
      .filter(({ kind }) => kind !== 'unknown')
      .map(({ kind, value }): Figure => ({ what: `${name}: ${kind} / unknown`, value, atLeast: 1 / 1.1, atMost: 1.1 })),
    { what: `${name}: different answers`, value: answers.size, atMost: 1 },
  ];
};

export const enumeration: Bench = {
  about: `answers to strangers, by what is true of the address, with ${weather.cognitoLatencyMs} ms of Cognito's`,
  run: async ({ say }) => {
    const portal = await startTemporaryPortal({ backOffice: 'silent', conditions: weather, say });
    try {
      const figures: Figure[] = [];
      for (const question of questions) figures.push(...(await measure(portal, question)));
      return figures;
    } finally {
      await portal.stop();
    }
  },
};
