import type { RequestListener } from 'node:http';
import type { ServiceName } from './ports.ts';
import type { ResourceType } from './template/deploy.ts';

/** Where each emulated service answers, by the SDK's name of it (`AWS_ENDPOINT_URL_…`). */
export type Endpoints = Record<Exclude<ServiceName, 'INBOX' | 'CLOUDFORMATION'>, string>;

export type Service = {
  /** Where it answers: its name in the SDK and in real addresses, and what answers; absent: nobody calls it. */
  readonly endpoint?: readonly [name: keyof Endpoints, host: string, listener: RequestListener];
  readonly resourceTypes: Readonly<Record<string, ResourceType>>;
  /** Runs when the template is deployed. */
  readonly start?: () => void;
  /** Nothing new begins, and what is under way ends. */
  readonly stop?: () => void | Promise<void>;
};
