import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { startFauxqs } from 'fauxqs';

type Listen = (options: object) => Promise<string>;

const isMadeServer = (message: unknown): message is { fastify: { listen: Listen } } =>
  typeof message === 'object' && message !== null && 'fastify' in message;

// It listens on every interface of the machine, and knows no passwords. Its framework tells of each server that is made, before that listens.
const onLoopbackOnly = async <T>(start: () => Promise<T>): Promise<T> => {
  const restrict = (message: unknown) => {
    if (!isMadeServer(message)) return;
    const listen = message.fastify.listen.bind(message.fastify);
    message.fastify.listen = (options) => listen({ ...options, host: '127.0.0.1' });
  };
  subscribe('fastify.initialization', restrict);
  try {
    return await start();
  } finally {
    unsubscribe('fastify.initialization', restrict);
  }
};

/** Starts fauxqs on the loopback interface: queues, past all policies, whose callers have asked them before. What an earlier run left in the folder is there again. */
export const startServer = async (region: string, folder: string) => {
  const server = await onLoopbackOnly(() =>
    startFauxqs({ port: 0, logger: false, defaultRegion: region, dataDir: folder }),
  );
  return { endpoint: `http://127.0.0.1:${server.port}`, stop: () => server.stop() };
};
