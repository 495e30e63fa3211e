import type { RequestListener } from 'node:http';
import type { EventBridge } from './events/event-bridge.ts';
import type { Endpoints } from './service.ts';

/** Something outside AWS that the app talks to, or that talks to it. */
export type StandIn = {
  readonly listener: RequestListener;
  /** The real addresses (URLs with a path) that it answers for. */
  readonly standsFor?: readonly string[];
  /** Runs when the template is deployed. */
  readonly start?: () => void;
  readonly stop?: () => void;
};

/** What a stand-in may use of the local cloud. */
type StandInContext = {
  /** For files of its own. */
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
export type StandIns = (context: StandInContext) => Readonly<Record<string, StandIn>>;
