import { setTimeout as wait } from 'node:timers/promises';
import { DeleteItemCommand, DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { outputs } from '#infra/outputs.ts';
import type { Portal } from '#scripts/demo/portal.ts';
import { startTemporaryPortal } from '#scripts/demo/portal.ts';
import { developerKey } from '#scripts/local-cloud/iam/iam.ts';
import { openBrowser } from '#scripts/testing/browser.ts';
import type { Route } from '#shared/api/route.ts';
import { auth } from '#shared/api/routes/auth.ts';
import { limits } from '#shared/config/limits.ts';
import type { RegionId } from '#shared/config/regions.ts';
import { regionIds } from '#shared/config/regions.ts';
import type { Bench, Figure } from './figure.ts';
import { median } from './interleaved.ts';

/** Conditions of AWS that a local machine lacks and that could make response times differ by address. */
const awsConditions = { cognitoLatencyMs: 250, hasColdTriggers: true } as const;

/** Names before the @ by kind of email address: demo accounts (`nothing` is one without roles), and `nobody`, which has no account. */
const accountNameByKind = {
  known: 'repairs',
  unknown: 'nobody',
  disabled: 'disabled',
  invited: 'invited',
  'with an expired invitation': 'expired',
  'locked after failed sign-ins': 'nothing',
} as const;
type AddressKind = keyof typeof accountNameByKind;
const lockedKind: AddressKind = 'locked after failed sign-ins';

const wrongPassword = { password: 'Wrong-Password-1!' };
const newPassword = 'Chosen-Password-1!';

/**
 * Requests that an unauthenticated caller may send for an address. After each response the machine rests for `restMs`,
 * so that asynchronous work doesn't slow down the next one.
 */
const probes = [
  { name: 'Sign-in', route: auth.login, input: wrongPassword, rounds: 4, restMs: 150 },
  // Sending a code to a known address takes Cognito's latency plus a cold trigger's, which would slow down the next
  // response.
  { name: 'Request for a code', route: auth.requestCode, input: {}, rounds: 20, restMs: 700 },
  {
    name: 'New password with a code',
    route: auth.resetPassword,
    input: { code: '123456', newPassword, confirmPassword: newPassword },
    rounds: 3,
    restMs: 150,
  },
] as const;

/**
 * Sends a request as the page does, from a fresh browser. Returns the response time in milliseconds and the complete
 * response.
 */
const sendRequest = async (portal: Portal, route: Route, region: RegionId, kind: AddressKind, input: object) => {
  const { send, tickCaptcha } = openBrowser(portal);
  const body = { email: `${accountNameByKind[kind]}@${region}.example`, ...input, captcha: await tickCaptcha() };
  const startedAt = performance.now();
  const { status, setCookies, json } = await send(route, region, { body });
  const ms = performance.now() - startedAt;
  const responseBody = JSON.stringify(json).replace(/"requestId":"[^"]*"/, '');
  return { ms, responseText: JSON.stringify([status, setCookies, responseBody]) };
};

const clearAttempts = async ({ endpoints, region, outputs: values }: Portal) => {
  const client = new DynamoDBClient({ endpoint: endpoints.DYNAMODB, region, credentials: developerKey });
  const TableName = String(values[outputs.table('attempts')]);
  const { Items = [] } = await client.send(new ScanCommand({ TableName, ProjectionExpression: 'id' }));
  for (const Key of Items) await client.send(new DeleteItemCommand({ TableName, Key }));
  client.destroy();
};

/**
 * Sends requests for every kind of address in each round, and compares the response time of each kind with that of the
 * unknown address in the same round.
 */
const measure = async (portal: Portal, { name, route, input, rounds, restMs }: (typeof probes)[number]) => {
  // Signing in reveals the lockout by design; the other routes must not.
  const measuredKinds = (Object.keys(accountNameByKind) as AddressKind[]).filter(
    (kind) => route !== auth.login || kind !== lockedKind,
  );
  const resetAttempts = async () => {
    await clearAttempts(portal);
    const failures = measuredKinds.includes(lockedKind) ? limits.attempts.max : 0;
    const fail = (region: RegionId) => sendRequest(portal, auth.login, region, lockedKind, wrongPassword);
    await Promise.all(Array.from({ length: failures }, () => regionIds.map(fail)).flat());
  };
  const distinctResponses = new Set<string>();
  const timesByRound: Record<AddressKind, number>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round % limits.attempts.max === 0) await resetAttempts();
    for (const region of regionIds) {
      const times = {} as Record<AddressKind, number>;
      // The order is random, so that background load such as emails affects all kinds alike.
      const order = measuredKinds
        .map((kind) => [Math.random(), kind] as const)
        .toSorted(([first], [second]) => first - second);
      for (const [, kind] of order) {
        const { ms, responseText } = await sendRequest(portal, route, region, kind, input);
        times[kind] = ms;
        distinctResponses.add(responseText);
        await wait(restMs);
      }
      timesByRound.push(times);
    }
  }
  const ratios = measuredKinds.map((kind) => ({
    kind,
    value: median(timesByRound.map((times) => times[kind] / times.unknown)),
  }));
  return [
    ...ratios
      .filter(({ kind }) => kind !== 'unknown')
      .map(({ kind, value }): Figure => ({
        label: `${name}: ${kind} / unknown`,
        value,
        atLeast: 1 / 1.1,
        atMost: 1.1,
      })),
    { label: `${name}: different responses`, value: distinctResponses.size, atMost: 1 },
  ];
};

/** Measures whether responses reveal which email addresses have an account (account enumeration). */
export const enumeration: Bench = {
  description: `responses to unauthenticated callers by kind of address, with ${awsConditions.cognitoLatencyMs} ms of Cognito latency`,
  run: async ({ say }) => {
    const portal = await startTemporaryPortal({ backOffice: 'silent', conditions: awsConditions, say });
    try {
      const figures: Figure[] = [];
      for (const probe of probes) figures.push(...(await measure(portal, probe)));
      return figures;
    } finally {
      await portal.stop();
    }
  },
};
