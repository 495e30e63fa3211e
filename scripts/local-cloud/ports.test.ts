import { afterEach, expect, test } from '@jest/globals';
import { openPorts } from './ports.ts';
import { serve } from './servers.ts';
import type { RunningServer } from './servers.ts';

const running: RunningServer[] = [];
const said: string[] = [];
afterEach(async () => {
  said.splice(0);
  for (const { close } of running.splice(0)) await close();
});

const open = (port: number | undefined) =>
  openPorts({
    port,
    site: (_, res) => res.end('site'),
    say: (message) => said.push(message),
    onOpen: (server) => running.push(server),
  });
const listener = () => {};

/** A port that is free, as are those after it; below those that the system hands out by itself. */
const freeBlock = async (from = 20_000): Promise<number> => {
  const block: RunningServer[] = [];
  try {
    for (let port = from; port < from + 11; port += 1) block.push(await serve(listener, port));
    return from;
  } catch {
    return freeBlock(from + 20);
  } finally {
    for (const { close } of block) await close();
  }
};

test('services answer at the same ports after every start', async () => {
  const port = await freeBlock();
  const addresses = async () => {
    const { open: openNext, sitePort } = await open(port);
    return [sitePort, await openNext(listener, 'S3'), await openNext(listener, 'DYNAMODB'), await openNext(listener)];
  };
  const first = await addresses();
  expect(first).toEqual([
    port,
    `http://127.0.0.1:${port + 4}`,
    `http://127.0.0.1:${port + 2}`,
    `http://127.0.0.1:${port + 10}`,
  ]);
  for (const { close } of running.splice(0)) await close();
  expect(await addresses()).toEqual(first);
  expect(said).toEqual([]);
});

test('a service whose port is taken gets a free one, and says so', async () => {
  const port = await freeBlock();
  running.push(await serve(listener, port + 4));
  const { open: openNext } = await open(port);
  expect(await openNext(listener, 'S3')).not.toBe(`http://127.0.0.1:${port + 4}`);
  expect(said.join()).toContain(`Port ${port + 4} is taken`);
});

test('a port for the site that was asked for and is taken is refused in a sentence', async () => {
  const { port } = running[running.push(await serve(listener)) - 1] ?? { port: 0 };
  await expect(open(port)).rejects.toThrow(`Port ${port} is taken.`);
});

test('nobody asks for a port: a second local cloud gets a block of its own', async () => {
  const [one, two] = [await open(undefined), await open(undefined)];
  expect(two.sitePort).toBeGreaterThanOrEqual(one.sitePort + 20);
  expect([one.sitePort % 20, two.sitePort % 20]).toEqual([0, 0]);
});
