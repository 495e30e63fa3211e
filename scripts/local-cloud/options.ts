import type { RequestListener } from 'node:http';
import type { EventBridge } from './events/event-bridge.ts';
import type { Before, Endpoints } from './ports.ts';

/** What is slow and scarce on AWS and not on one machine. It begins when the local cloud is up and filled; absent: none of it. */
export type Conditions = {
  /** How much later Cognito does each call, in milliseconds. */
  readonly cognitoLatencyMs?: number;
  /** A function that Cognito calls starts anew each time, as after a pause. */
  readonly hasColdTriggers?: boolean;
  /** APIs refuse what goes beyond the limits of their stages and routes. */
  readonly throttlesApi?: boolean;
  /** The firewall challenges addresses of the internet past its rates, and blocks browsers past theirs. */
  readonly hasFirewall?: boolean;
};

/** Something outside AWS that the app talks to, or that talks to it. */
export type StandIn = {
  readonly listener: RequestListener;
  /** The real addresses (URLs with a path) that it answers for. */
  readonly standsFor?: readonly string[];
  readonly start?: () => void;
  readonly stop?: () => void;
};

/** What a stand-in may use of the local cloud. */
type StandInContext = {
  readonly stateFolder: string;
  readonly region: string;
  readonly now: () => Date;
  readonly warn: (message: string) => void;
  readonly bridge: EventBridge;
  readonly endpoints: Pick<Endpoints, 'SQS' | 'EVENTBRIDGE'>;
  /** What the template's secrets hold now. */
  readonly secretValues: () => readonly string[];
};

/** By names of one's own, under which their addresses are told. */
type StandIns = (context: StandInContext) => Readonly<Record<string, StandIn>>;

/** What somebody may put into a new local cloud. */
export type Deployed = {
  readonly endpoints: Endpoints;
  readonly region: string;
  /** Of the template's functions. */
  readonly environments: readonly Readonly<Record<string, string>>[];
  /** The site's origin, as its emails name it. */
  readonly site: string;
  /** The services' clock, for what lies in the past. */
  readonly clock: { offsetMs: number };
  readonly say: (message: string) => void;
  readonly signal: AbortSignal | undefined;
};

export type LocalCloudOptions = {
  /** Where everything is kept. One local cloud at a time on a folder. */
  readonly stateFolder: string;
  /** CDK's output folder, or what makes it. */
  readonly assembly: string | ((say: (message: string) => void, signal: AbortSignal | undefined) => Promise<string>);
  /** Of the site; the services follow it. Absent: 4100 or, when that is taken, 4120, 4140 …; 0: any, also for the services. */
  readonly port?: number;
  /** Forgets what the folder holds. */
  readonly reset?: boolean;
  /** Fills a new folder; one in which that was broken off is filled again from the start. */
  readonly seed?: (deployed: Deployed) => Promise<void>;
  /** Starts every function at once, so that the first click need not wait for one; absent: yes. */
  readonly warm?: boolean;
  readonly standIns?: StandIns;
  /** How long a function that failed at a table's changes rests at most before it gets them again; absent: two seconds, so that what is down for half a minute loses nothing. */
  readonly longestPauseMs?: number;
  readonly conditions?: Conditions;
  /** What stands before a service on its callers' way, such as what goes wrong there; absent: nothing. */
  readonly before?: Before;
  readonly signal?: AbortSignal;
  /** Says what takes a while. */
  readonly say?: (message: string) => void;
  /** Hears of refusals and failures that a developer should know. */
  readonly warn?: (message: string) => void;
  readonly onLine?: (functionName: string, line: string) => void;
  /** Hears of a part that ended by itself: the local cloud is then of no use. */
  readonly onFailure?: (what: string) => void;
};
