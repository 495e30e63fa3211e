import { limits } from '#shared/limits.ts';
import type { HeardCall } from '../testing/database.ts';
import type { DeployedFunction } from './deployed-functions.ts';
import type { Priced } from './prices.ts';
import { perMillion } from './prices.ts';

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

export type Used = Readonly<Record<Priced, number>>;

const isWrite = ({ operation }: HeardCall) => /Put|Write|Update|Delete/.test(operation);
const unitsOf = (calls: readonly HeardCall[]) => calls.reduce((sum, { units }) => sum + units, 0);

/** What is paid for of it. */
export const usedBy = (functions: ReadonlyMap<string, DeployedFunction>, doing: Doing): Used => {
  const { apiRequests = 0, fileRequests = 0, kilobytesSent = 0, calls = [], events = 0, queueRequests = 0 } = doing;
  const runs = (doing.runs ?? []).map((name) => {
    const found = functions.get(name);
    if (!found) throw new Error(`the template has no function “${name}”`);
    return found;
  });
  const requests = apiRequests + fileRequests;
  return {
    'CloudFront: HTTPS request': requests,
    'CloudFront: function at the edge': requests,
    'CloudFront: kilobyte sent': kilobytesSent,
    'Firewall: request': requests,
    'API Gateway: request of an HTTP API': apiRequests,
    'Lambda: invocation': runs.length,
    'Lambda: gigabyte-millisecond': runs.reduce(
      (sum, { memoryMb }) => sum + (memoryMb / 1024) * invocation.milliseconds,
      0,
    ),
    'DynamoDB: write unit, on demand': unitsOf(calls.filter(isWrite)),
    'DynamoDB: read unit, on demand': unitsOf(calls.filter((call) => !isWrite(call))),
    'EventBridge: event of our own': events,
    'SQS: request': queueRequests,
    'CloudWatch: kilobyte of logs': runs.length * invocation.kilobytesOfLogs + apiRequests * kilobytesOfAccessLog,
    // Lambda records the first call of every second and some of the rest: a portal of shops has seldom more than one.
    'X-Ray: trace': runs.filter(({ isTraced }) => isTraced).length,
  };
};

const names = Object.keys(perMillion) as Priced[];

/** All of it together, each as often as it says. */
export const addedUp = (parts: readonly (readonly [times: number, used: Used])[]): Used =>
  Object.fromEntries(
    names.map((name) => [name, parts.reduce((sum, [times, used]) => sum + times * used[name], 0)]),
  ) as Used;

/** US dollars for a thousand times of it. */
export const dollarsPerThousand = (used: Used): number =>
  names.reduce((sum, name) => sum + (used[name] * perMillion[name]) / 1000, 0);

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
