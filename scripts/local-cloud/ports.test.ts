import { afterEach, expect, test } from '@jest/globals';
import { openPorts } from './ports.ts';
import { serve } from './servers.ts';
import type { RunningServer } from './servers.ts';

const servers: RunningServer[] = [];
const messages: string[] = [];
afterEach(async () => {
  messages.splice(0);
  for (const { close } of servers.splice(0)) await close();
});

const openTestPorts = (port: number | undefined) =>
  openPorts({
    port,
    site: (_, res) => res.end('site'),
    say: (message) => messages.push(message),
    onOpen: (server) => servers.push(server),
  });
const listener = () => {};

/** Returns a port that is free together with the ten after it, below the ephemeral ports. */
const findFreeBlock = async (from = 20_000): Promise<number> => {
  const block: RunningServer[] = [];
  try {
    for (let port = from; port < from + 11; port += 1) block.push(await serve(listener, port));
    return from;
  } catch {
    return findFreeBlock(from + 20);
  } finally {
    for (const { close } of block) await close();
  }
};

test('opens services at the same ports on every start', async () => {
  const port = await findFreeBlock();
  const openAddresses = async () => {
    const { open: openNext, sitePort } = await openTestPorts(port);
    return [sitePort, await openNext(listener, 'S3'), await openNext(listener, 'DYNAMODB'), await openNext(listener)];
  };
  const first = await openAddresses();
  expect(first).toEqual([
    port,
    `http://127.0.0.1:${port + 4}`,
    `http://127.0.0.1:${port + 2}`,
    `http://127.0.0.1:${port + 10}`,
  ]);
  for (const { close } of servers.splice(0)) await close();
  expect(await openAddresses()).toEqual(first);
  expect(messages).toEqual([]);
});

test("uses a free port and logs it if a service's port is taken", async () => {
  const port = await findFreeBlock();
  servers.push(await serve(listener, port + 4));
  const { open: openNext } = await openTestPorts(port);
  expect(await openNext(listener, 'S3')).not.toBe(`http://127.0.0.1:${port + 4}`);
  expect(messages.join()).toContain(`Port ${port + 4} is taken`);
});

test('rejects a requested site port that is taken', async () => {
  const server = await serve(listener);
  servers.push(server);
  const { port } = server;
  await expect(openTestPorts(port)).rejects.toThrow(`Port ${port} is taken.`);
});

test('gives a second local cloud the next block without a requested port', async () => {
  const first = await openTestPorts(undefined);
  const second = await openTestPorts(undefined);
  expect(second.sitePort).toBeGreaterThanOrEqual(first.sitePort + 20);
  expect([first.sitePort % 20, second.sitePort % 20]).toEqual([0, 0]);
});
