import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { buildFunctionDefinition } from '#scripts/local-cloud/testing/resources.ts';
import { createPool } from './function-pool.ts';
import type { FunctionDefinition, FunctionProcess, Outcome } from './function-process.ts';

const killedOutcome: Outcome = { error: { errorType: 'Runtime.ExitError', errorMessage: 'killed' } };

describe('createPool', () => {
  const processes: { process: FunctionProcess; respond: (payload: string) => void }[] = [];
  beforeEach(() => void processes.splice(0));

  /** Creates a process that responds on demand; stopping it interrupts a running invocation. */
  const startFakeProcess = (): FunctionProcess => {
    let hasEnded = false;
    let end: (outcome: Outcome) => void = () => {};
    const process: FunctionProcess = {
      invoke: () => new Promise((resolve) => (end = resolve)),
      hasEnded: () => hasEnded,
      stop: async () => {
        hasEnded = true;
        end(killedOutcome);
      },
    };
    processes.push({ process, respond: (payload) => end({ payload }) });
    return process;
  };
  const countRunning = () => processes.filter(({ process }) => !process.hasEnded()).length;
  const createTestPool = (maxProcesses: number, changes: Partial<FunctionDefinition> = {}) =>
    createPool(buildFunctionDefinition(changes), maxProcesses, startFakeProcess);

  test('waits on stop for processes that are already ending', async () => {
    let finishStop = () => {};
    const pool = createPool(buildFunctionDefinition(), 1, () => ({
      ...startFakeProcess(),
      invoke: async () => ({ payload: 'one' }),
      stop: () =>
        new Promise((resolve) => {
          finishStop = resolve;
        }),
    }));
    await pool.invoke(1);
    pool.stopIdle();
    let isStopped = false;
    const stopping = pool.stop().then(() => {
      isStopped = true;
    });
    await new Promise(setImmediate);
    expect(isStopped).toBe(false);
    finishStop();
    await stopping;
  });

  test('starts a new process for a waiting invocation when the running process ends', async () => {
    const pool = createTestPool(1);
    const first = pool.invoke(1);
    const second = pool.invoke(2);
    await Promise.resolve();
    await processes[0]?.process.stop();
    expect(await first).toEqual(killedOutcome);
    await new Promise(setImmediate);
    processes[1]?.respond('two');
    expect(await second).toEqual({ payload: 'two' });
  });

  test('stops running invocations, rejects waiting and later ones', async () => {
    const pool = createTestPool(1);
    const first = pool.invoke(1);
    const second = pool.invoke(2);
    await Promise.resolve();
    expect(countRunning()).toBe(1);
    await pool.stop();
    expect(await first).toEqual(killedOutcome);
    expect(await second).toMatchObject({ error: { errorMessage: 'The local cloud is stopping.' } });
    pool.warm();
    expect(await pool.invoke(3)).toMatchObject({ error: { errorMessage: 'The local cloud is stopping.' } });
    expect({ started: processes.length, alive: countRunning() }).toEqual({ started: 1, alive: 0 });
  });

  test('keeps a process that was used within the idle time', async () => {
    jest.useFakeTimers();
    try {
      const pool = createTestPool(2);
      const respondToAll = () => processes.forEach(({ respond }) => respond('done'));
      const invocations = [pool.invoke(1), pool.invoke(2)];
      await Promise.resolve();
      respondToAll();
      await Promise.all(invocations);
      jest.advanceTimersByTime(50_000);
      const third = pool.invoke(3);
      await Promise.resolve();
      respondToAll();
      await third;
      jest.advanceTimersByTime(50_000);
      expect(processes.map(({ process }) => process.hasEnded())).toEqual([false, true]);
    } finally {
      jest.useRealTimers();
    }
  });

  test('throttles above the reserved concurrency instead of queueing', async () => {
    const pool = createTestPool(4, { reservedConcurrency: 1 });
    const first = pool.invoke(1);
    expect(await pool.invoke(2)).toBe('throttled');
    await pool.stop();
    expect(await first).toEqual(killedOutcome);
  });
});
