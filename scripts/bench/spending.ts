import * as z from 'zod/mini';
import { limits } from '#shared/limits.ts';
import { regionIds } from '#shared/regions.ts';
import { build } from '../build/build.ts';
import { readAssembly } from '../local-cloud/template/assembly.ts';
import type { HeardCall } from '../testing/database.ts';

/**
 * List prices of eu-central-1 (Frankfurt; CloudFront: Europe) in US dollars a million, without free tiers and volume discounts,
 * noted in November 2026. Look them up again before relying on the sum: https://aws.amazon.com/pricing/
 */
const perMillion = {
  'CloudFront: HTTPS request': 1.2,
  'CloudFront: function at the edge': 0.1,
  /** At 0.085 a gigabyte. */
  'CloudFront: kilobyte sent': 0.085,
  'Firewall: request': 0.6,
  'API Gateway: request of an HTTP API': 1.2,
  'Lambda: invocation': 0.2,
  /** On arm64, at 0.0000133334 a gigabyte-second. */
  'Lambda: gigabyte-millisecond': 0.0133334,
  'DynamoDB: write unit, on demand': 0.7625,
  'DynamoDB: read unit, on demand': 0.1525,
  'EventBridge: event of our own': 1,
  'SQS: request': 0.4,
  /** At 0.63 a gigabyte. */
  'CloudWatch: kilobyte of logs': 0.63,
  'X-Ray: trace': 5,
} as const;

type Used = Partial<Readonly<Record<keyof typeof perMillion, number>>>;

export const dollarsOf = (...all: readonly Used[]): number => {
  const names = Object.keys(perMillion) as (keyof typeof perMillion)[];
  return (
    all.reduce((sum, used) => names.reduce((more, name) => more + (used[name] ?? 0) * perMillion[name], sum), 0) / 1e6
  );
};

/** A request of a file of the page. */
export const fileRequest = {
  'CloudFront: HTTPS request': 1,
  'CloudFront: function at the edge': 1,
  'Firewall: request': 1,
} as const satisfies Used;

/** One of the API, with the line that API Gateway writes of it. */
export const apiRequest = {
  ...fileRequest,
  'API Gateway: request of an HTTP API': 1,
  'CloudWatch: kilobyte of logs': 0.3,
} as const satisfies Used;

export const callOf = ({ operation, units }: HeardCall): Used =>
  /Put|Write|Update|Delete/.test(operation)
    ? { 'DynamoDB: write unit, on demand': units }
    : { 'DynamoDB: read unit, on demand': units };

/** A Lambda function, as far as its template says it. */
export const functionProperties = z.looseObject({
  /** CDK's own functions have none, or a reference. */
  Description: z.optional(z.string()),
  MemorySize: z._default(z.number(), 0),
  TracingConfig: z.optional(z.object({ Mode: z.string() })),
});

/**
 * An invocation: 50 ms, with the calls that it waits for, which is what AWS takes; our line of log (some 500 bytes) and the two of Lambda
 * (150 and 350). Lambda traces the first call of every second and some of the rest: a portal of shops has seldom more than one.
 */
export const runOf = ({ MemorySize, TracingConfig }: z.output<typeof functionProperties>): Used => ({
  'Lambda: invocation': 1,
  'Lambda: gigabyte-millisecond': (MemorySize / 1024) * 50,
  'CloudWatch: kilobyte of logs': 1,
  'X-Ray: trace': TracingConfig?.Mode === 'Active' ? 1 : 0,
});

// “Retailer support portal, local: auth”; what is there once for each region shares its code.
const nameOf = (description = '') =>
  description.replace(/^.*?: /, '').replace(new RegExp(` of (${regionIds.join('|')})$`), '');

/** Answers what a run of a function costs that the synthesized app deploys, by its name. */
export const deployedRuns = async (say: (message: string) => void): Promise<(name: string) => Used> => {
  const functions = readAssembly(await build(say))
    .flatMap(({ template }) => Object.values(template.Resources))
    .filter(({ Type }) => Type === 'AWS::Lambda::Function')
    .flatMap(({ Properties }) => functionProperties.safeParse(Properties).data ?? []);
  return (name) => {
    const found = functions.find(({ Description }) => nameOf(Description) === name);
    if (!found) throw new Error(`the template has no function “${name}”`);
    return runOf(found);
  };
};

/** How often a list that is open for so many minutes asks: when it opens, and then, while nothing changes, less and less often. */
export const asksOfOpenList = (minutes: number): number => {
  let asks = 1;
  let pause: number = limits.pendingRefreshSeconds;
  for (let at = pause; at <= minutes * 60; at += pause) {
    asks += 1;
    pause = Math.min(pause * 2, limits.pendingRefreshSeconds * limits.longestQuietPause);
  }
  return asks;
};
