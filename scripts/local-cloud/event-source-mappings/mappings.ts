import type { Mapping } from './mapping.ts';
import { startPoller } from './poller.ts';
import type { Poller } from './poller.ts';

/** Lambda asks streams four times a second; a little sooner costs nothing here. */
const idleMs = 200;

/** A queue has no order, and on AWS several batches of it are worked on at once: so it is here. */
const pollersOf = ({ source }: Mapping) => (source === 'queue' ? 2 : 1);

type Step = (signal: AbortSignal) => Promise<boolean>;

/** The template's event source mappings. They begin to ask when everything is deployed. */
export const createMappings = (stepOf: (mapping: Mapping) => Step, warn: (message: string) => void) => {
  const mappings: Mapping[] = [];
  const pollers: Poller[] = [];
  return {
    add: (mapping: Mapping): void => void mappings.push(mapping),
    start: (): void => {
      for (const mapping of mappings) {
        const step = stepOf(mapping);
        const complain = (message: string) => warn(`The event source mapping ${mapping.id}: ${message}`);
        for (let count = pollersOf(mapping); count > 0; count -= 1) pollers.push(startPoller(step, idleMs, complain));
      }
    },
    /** Nothing new begins. What is under way ends when its function does. */
    halt: (): void => {
      for (const { stop } of pollers) stop();
    },
    ended: async (): Promise<void> => {
      await Promise.all(pollers.map(({ ended }) => ended));
    },
  };
};

export type Mappings = ReturnType<typeof createMappings>;
