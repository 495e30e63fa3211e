import type { RequestListener } from 'node:http';
import type { EventBridge } from './events/event-bridge.ts';
import type { Ports } from './ports.ts';
import type { Endpoints } from './service.ts';

/** Something outside AWS that the app talks to, or that talks to it. */
type StandIn = {
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
  readonly secretValues: () => readonly (string | undefined)[];
};

/** By names of one's own, under which their addresses are told. */
export type StandIns = (context: StandInContext) => Readonly<Record<string, StandIn>>;

/** Opens each at an address of its own; there are none before. */
export const createStandIns = () => {
  const all: StandIn[] = [];
  return {
    /** Answers where they are, and adds the real addresses that they answer for to the hosts. */
    open: async (made: ReturnType<StandIns>, open: Ports['open'], hosts: [real: string, local: string][]) => {
      const urls: Record<string, string> = {};
      for (const [name, standIn] of Object.entries(made)) {
        all.push(standIn);
        const url = await open(standIn.listener);
        urls[name] = url;
        for (const real of standIn.standsFor ?? []) hosts.push([real, url + new URL(real).pathname]);
      }
      return urls;
    },
    start: (): void => {
      for (const { start } of all) start?.();
    },
    stop: (): void => {
      for (const { stop } of all) stop?.();
    },
  };
};
