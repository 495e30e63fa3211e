import type { RequestListener } from 'node:http';
import type { Certificate } from './certificate.ts';
import type { EventBridge } from './events/event-bridge.ts';
import type { ServiceInterceptor, Endpoints } from './ports.ts';

/**
 * Delays and limits of AWS that one machine doesn't have. They apply once the local cloud is up and seeded; absent
 * settings are off.
 */
export type Conditions = {
  /** Latency added to each Cognito call, in milliseconds. */
  readonly cognitoLatencyMs?: number;
  /** Functions that Cognito calls have a cold start each time. */
  readonly hasColdTriggers?: boolean;
  /** APIs enforce the throttling limits of their stages and routes. */
  readonly throttlesApi?: boolean;
  /** The firewall enforces its rate-based rules per IP address and per browser. */
  readonly hasFirewall?: boolean;
};

/** Replacement for a system outside AWS that the app calls, or that calls the app. */
export type StandIn = {
  readonly listener: RequestListener;
  /** Real addresses (URLs with a path) that it responds to. */
  readonly replacedUrls?: readonly string[];
  readonly start?: () => void;
  readonly stop?: () => void;
};

/** Parts of the local cloud that a stand-in may use. */
type StandInContext = {
  readonly stateFolder: string;
  readonly region: string;
  readonly now: () => Date;
  readonly warn: (message: string) => void;
  readonly bridge: EventBridge;
  readonly endpoints: Pick<Endpoints, 'SQS' | 'EVENTBRIDGE'>;
  /** Returns the current values of the template's secrets. */
  readonly listSecretValues: () => readonly string[];
};

/** Keyed by name; the local addresses are published under the same names. */
type StandIns = (context: StandInContext) => Readonly<Record<string, StandIn>>;

/** Access for a seed that fills a new local cloud. */
export type SeedContext = {
  readonly endpoints: Endpoints;
  readonly region: string;
  /** Environment variables of each of the template's functions. */
  readonly environments: readonly Readonly<Record<string, string>>[];
  /** Origin of the site as emails contain it. */
  readonly site: string;
  /** Clock of the services, which can be moved to create data in the past. */
  readonly clock: { offsetMs: number };
  readonly say: (message: string) => void;
  readonly signal: AbortSignal | undefined;
};

export type LocalCloudOptions = {
  /** Folder for all state. Only one local cloud can run on it at a time. */
  readonly stateFolder: string;
  /** CDK's output folder, or a function that synthesizes it. */
  readonly assembly: string | ((say: (message: string) => void, signal: AbortSignal | undefined) => Promise<string>);
  /**
   * Port of the site, which the services' ports follow. If absent, 4100 or, when that is taken, 4120, 4140 …; 0 means
   * free ports for site and services.
   */
  readonly port?: number;
  /** Serves the site by HTTP/2, as CloudFront does, with this certificate; absent: by HTTP/1.1 without TLS. */
  readonly certificate?: Certificate;
  /** Deletes the folder's content first. */
  readonly reset?: boolean;
  /** Seeds a new folder; an interrupted seed runs again from the beginning. */
  readonly seed?: (context: SeedContext) => Promise<void>;
  /** Starts every function at once, so that the first request has no cold start; defaults to true. */
  readonly warm?: boolean;
  readonly standIns?: StandIns;
  /**
   * Maximum pause before a failed batch of stream records is retried; defaults to two seconds, so that an outage of
   * half a minute loses nothing.
   */
  readonly maxRetryDelayMs?: number;
  readonly conditions?: Conditions;
  /** Returns a listener in front of a service, e.g. to simulate faults; absent: none. */
  readonly interceptService?: ServiceInterceptor;
  readonly signal?: AbortSignal;
  /** Called with progress messages of slow steps. */
  readonly say?: (message: string) => void;
  /** Called with denied actions and failures that a developer should know of. */
  readonly warn?: (message: string) => void;
  /** Called with each line of a function's log. */
  readonly onLine?: (functionName: string, line: string) => void;
  /** Called when a part ends by itself, after which the local cloud is unusable. */
  readonly onFailure?: (message: string) => void;
};
