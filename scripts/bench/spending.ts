import * as z from 'zod/mini';
import { limits } from '#shared/limits.ts';
import { regionIds } from '#shared/regions.ts';
import { build } from '../build/build.ts';
import { readAssembly } from '../local-cloud/template/assembly.ts';
import type { HeardCall } from '../testing/database.ts';
import { perMillion } from './prices.ts';

export type DeployedFunction = { readonly memoryMb: number; readonly isTraced: boolean };

/** CDK's own functions have no description. */
const fn = z.object({
  Description: z.string(),
  MemorySize: z.number(),
  TracingConfig: z.optional(z.object({ Mode: z.string() })),
});

// “Retailer support portal, local: auth”; what is there once for each region shares its code.
const nameOf = (description: string) =>
  description.replace(/^.*?: /, '').replace(new RegExp(` of (${regionIds.join('|')})$`), '');

/** The functions of ours that the synthesized app deploys, by name. */
export const deployedFunctions = async (say: (message: string) => void): Promise<Map<string, DeployedFunction>> =>
  new Map(
    readAssembly(await build(say), 'eu-central-1')
      .flatMap(({ template }) => Object.values(template.Resources))
      .flatMap(({ Type, Properties }) =>
        Type === 'AWS::Lambda::Function' ? (fn.safeParse(Properties).data ?? []) : [],
      )
      .map(({ Description, MemorySize, TracingConfig }) => [
        nameOf(Description),
        { memoryMb: MemorySize, isTraced: TracingConfig?.Mode === 'Active' },
      ]),
  );

/**
 * What an invocation takes on AWS beside what can be counted here: time, with the calls that it waits for, and kilobytes of log: our
 * line (some 500 bytes) and the two of Lambda (150 and 350).
 */
const invocation = { milliseconds: 50, kilobytesOfLogs: 1 };

/** The line that API Gateway writes of each request. */
const kilobytesOfAccessLog = 0.3;

/** What somebody's doing sets going. */
type Doing = {
  /** Requests of the API, and of files of the page. */
  readonly apiRequests?: number;
  readonly fileRequests?: number;
  /** As they travel from CloudFront. */
  readonly kilobytesSent?: number;
  readonly calls?: readonly HeardCall[];
  /** Which functions run, by name. */
  readonly runs?: readonly string[];
  readonly events?: number;
  readonly queueRequests?: number;
};

const isWrite = ({ operation }: HeardCall) => /Put|Write|Update|Delete/.test(operation);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** US dollars for it. */
export const dollarsOf = (
  functions: ReadonlyMap<string, DeployedFunction>,
  doing: Doing,
  { hasFirewall = true } = {},
): number => {
  const { apiRequests = 0, fileRequests = 0, kilobytesSent = 0, calls = [], events = 0, queueRequests = 0 } = doing;
  const runs = (doing.runs ?? []).map((name) => {
    const found = functions.get(name);
    if (!found) throw new Error(`the template has no function “${name}”`);
    return found;
  });
  const requests = apiRequests + fileRequests;
  const used: Readonly<Record<keyof typeof perMillion, number>> = {
    'CloudFront: HTTPS request': requests,
    'CloudFront: function at the edge': requests,
    'CloudFront: kilobyte sent': kilobytesSent,
    'Firewall: request': hasFirewall ? requests : 0,
    'API Gateway: request of an HTTP API': apiRequests,
    'Lambda: invocation': runs.length,
    'Lambda: gigabyte-millisecond': sum(runs.map(({ memoryMb }) => (memoryMb / 1024) * invocation.milliseconds)),
    'DynamoDB: write unit, on demand': sum(calls.filter(isWrite).map(({ units }) => units)),
    'DynamoDB: read unit, on demand': sum(calls.filter((call) => !isWrite(call)).map(({ units }) => units)),
    'EventBridge: event of our own': events,
    'SQS: request': queueRequests,
    'CloudWatch: kilobyte of logs': runs.length * invocation.kilobytesOfLogs + apiRequests * kilobytesOfAccessLog,
    // Lambda records the first call of every second and some of the rest: a portal of shops has seldom more than one.
    'X-Ray: trace': runs.filter(({ isTraced }) => isTraced).length,
  };
  return sum((Object.keys(used) as (keyof typeof used)[]).map((name) => (used[name] * perMillion[name]) / 1e6));
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
