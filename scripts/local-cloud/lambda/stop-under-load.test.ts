import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { errorCode } from '../servers.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { createFunctions } from './functions.ts';

// Each process notes who it is.
const code = `
import { appendFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
appendFileSync(process.env.PROCESSES, process.pid + '\\n');
export const handler = async () => { await wait(5); return process.pid; };
`;

const rounds = 20;
const region = 'arn:aws:lambda:eu-central-1:000000000000:function';
const folder = temporaryFolder();
const noted = join(folder.path, 'processes');

beforeAll(() => {
  mkdirSync(join(folder.path, 'code'));
  writeFileSync(join(folder.path, 'code/index.mjs'), code);
});
afterAll(folder.remove);

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
};

const abortable = () => {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
};

const startTwo = () => {
  const functions = createFunctions({ logFolder: join(folder.path, 'logs'), hosts: () => [], maxProcesses: 2 });
  for (const name of ['one', 'two'])
    functions.add({
      name,
      arn: `${region}:${name}`,
      roleArn: 'arn:aws:iam::000000000000:role/any',
      runtime: 'nodejs24.x',
      codeFolder: join(folder.path, 'code'),
      handler: 'index.handler',
      environment: { PROCESSES: noted },
      timeoutSeconds: 10,
      memoryMegabytes: 128,
    });
  return functions;
};

test(`functions that are stopped under load leave no process, ${rounds} times over`, async () => {
  for (let round = 0; round < rounds; round += 1) {
    rmSync(noted, { force: true });
    const functions = startTwo();
    // More than there are processes, so that some always wait; each asks again as soon as it is answered.
    const { signal, abort } = abortable();
    const callers = Array.from({ length: 8 }, async (_, index) => {
      while (!signal.aborted) {
        const outcome = await functions.pull(`${region}:${index % 2 ? 'one' : 'two'}`, {}, `${round}-${index}`);
        if (outcome === 'throttled' || 'error' in outcome) break;
      }
    });
    // Each round at another moment: while processes start, in the midst of work.
    await new Promise((done) => setTimeout(done, round * 15));
    await functions.stop();
    abort();
    await Promise.all(callers);

    const pids = existsSync(noted) ? readFileSync(noted, 'utf8').split('\n').filter(Boolean).map(Number) : [];
    expect(pids.filter(isRunning)).toEqual([]);
  }
}, 120_000);
