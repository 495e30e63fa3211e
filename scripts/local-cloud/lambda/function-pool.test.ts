import { beforeEach, describe, expect, test } from '@jest/globals';
import { functionDefinition } from '#scripts/local-cloud/testing/resources.ts';
import { createPool } from './function-pool.ts';
import type { FunctionDefinition, FunctionProcess, Outcome } from './function-process.ts';

const killed: Outcome = { error: { errorType: 'Runtime.ExitError', errorMessage: 'killed' } };

describe('a pool of processes', () => {
  const started: { process: FunctionProcess; answer: (payload: string) => void }[] = [];
  beforeEach(() => void started.splice(0));

  /** A process that answers when it is told to, and whatever it is doing is cut off when it is stopped. */
  const start = (): FunctionProcess => {
    let ended = false;
    let end: (outcome: Outcome) => void = () => {};
    const process: FunctionProcess = {
      invoke: () => new Promise((resolve) => (end = resolve)),
      hasEnded: () => ended,
      stop: async () => {
        ended = true;
        end(killed);
      },
    };
    started.push({ process, answer: (payload) => end({ payload }) });
    return process;
  };
  const alive = () => started.filter(({ process }) => !process.hasEnded()).length;
  const poolOf = (maxProcesses: number, more: Partial<FunctionDefinition> = {}) =>
    createPool(functionDefinition(more), maxProcesses, start);

  test('waits at its stop for processes that it has let go before, until they are gone', async () => {
    let gone = () => {};
    const pool = createPool(functionDefinition(), 1, () => ({
      ...start(),
      invoke: async () => ({ payload: 'one' }),
      stop: () =>
        new Promise((resolve) => {
          gone = resolve;
        }),
    }));
    await pool.invoke(1);
    pool.chill();
    let isStopped = false;
    const stopping = pool.stop().then(() => {
      isStopped = true;
    });
    await new Promise(setImmediate);
    expect(isStopped).toBe(false);
    gone();
    await stopping;
  });

  test('replaces a process that ended for whoever waits', async () => {
    const pool = poolOf(1);
    const first = pool.invoke(1);
    const second = pool.invoke(2);
    await Promise.resolve();
    await started[0]?.process.stop();
    expect(await first).toEqual(killed);
    await new Promise(setImmediate);
    started[1]?.answer('two');
    expect(await second).toEqual({ payload: 'two' });
  });

  test('that is stopped ends what runs, refuses what waits or comes later, and starts nothing for it', async () => {
    const pool = poolOf(1);
    const [first, second] = [pool.invoke(1), pool.invoke(2)];
    await Promise.resolve();
    expect(alive()).toBe(1);
    await pool.stop();
    expect(await first).toEqual(killed);
    expect(await second).toMatchObject({ error: { errorMessage: 'The local cloud is stopping.' } });
    pool.warm();
    expect(await pool.invoke(3)).toMatchObject({ error: { errorMessage: 'The local cloud is stopping.' } });
    expect({ started: started.length, alive: alive() }).toEqual({ started: 1, alive: 0 });
  });

  test('lets nobody wait past the reserved concurrency', async () => {
    const pool = poolOf(4, { reservedConcurrency: 1 });
    const first = pool.invoke(1);
    expect(await pool.invoke(2)).toBe('throttled');
    await pool.stop();
    expect(await first).toEqual(killed);
  });
});
