import { describe, expect, test } from '@jest/globals';
import { startPoller } from './poller.ts';

const never = 3_600_000;

describe('a poller', () => {
  test('goes on at once while there is something to do, and rests when there is not', async () => {
    let steps = 0;
    let rest: () => void = () => {};
    const resting = new Promise<void>((resolve) => (rest = resolve));
    const poller = startPoller(
      async () => {
        steps += 1;
        if (steps === 3) rest();
        return steps < 3;
      },
      never,
      () => {},
    );
    await resting;
    expect(steps).toBe(3);
    poller.stop();
    await poller.ended;
    expect(steps).toBe(3);
  });

  test('tells of a failure and is still there; stopping ends its rest', async () => {
    const warnings: string[] = [];
    let heard: () => void = () => {};
    const warned = new Promise<void>((resolve) => (heard = resolve));
    const poller = startPoller(
      async () => {
        throw new Error('broken');
      },
      never,
      (message) => {
        warnings.push(message);
        heard();
      },
    );
    await warned;
    poller.stop();
    await poller.ended;
    expect(warnings).toEqual(['broken']);
  });
});
