import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { startFauxqs } from 'fauxqs';

type Listen = (options: object) => Promise<string>;

const hasFastifyServer = (message: unknown): message is { fastify: { listen: Listen } } =>
  typeof message === 'object' && message !== null && 'fastify' in message;

// fauxqs listens on all interfaces without authentication. Fastify publishes each server before it listens, so the
// host can be set here.
const runOnLoopback = async <T>(start: () => Promise<T>): Promise<T> => {
  const listenOnLoopbackOnly = (message: unknown) => {
    if (!hasFastifyServer(message)) return;
    const listen = message.fastify.listen.bind(message.fastify);
    message.fastify.listen = (options) => listen({ ...options, host: '127.0.0.1' });
  };
  subscribe('fastify.initialization', listenOnLoopbackOnly);
  try {
    return await start();
  } finally {
    unsubscribe('fastify.initialization', listenOnLoopbackOnly);
  }
};

/**
 * Starts fauxqs, the emulator of SQS, on the loopback interface, with the queues of an earlier run in the folder. It checks no policies; its
 * callers must have done so.
 */
export const startQueueServer = async (region: string, folder: string) => {
  const server = await runOnLoopback(() =>
    startFauxqs({ port: 0, logger: false, defaultRegion: region, dataDir: folder }),
  );
  return { endpoint: `http://127.0.0.1:${server.port}`, stop: () => server.stop() };
};
