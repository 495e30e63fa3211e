import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { startFauxqs } from 'fauxqs';

/** Queues and buckets, past all policies: who calls has asked them before. */
export type Fauxqs = {
  readonly endpoint: string;
  /** Makes a bucket, or empties the one of that name: uploads are read within seconds, and none outlives its run. */
  readonly makeBucket: (name: string) => void;
  readonly stop: () => Promise<void>;
};

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

/** Starts fauxqs on the loopback interface. What an earlier run left in the folder is there again; without a folder all is in memory. */
export const startServer = async (region: string, folder?: string): Promise<Fauxqs> => {
  const server = await onLoopbackOnly(() =>
    startFauxqs({ port: 0, logger: false, defaultRegion: region, ...(folder !== undefined && { dataDir: folder }) }),
  );
  return {
    endpoint: `http://127.0.0.1:${server.port}`,
    makeBucket: (name) => {
      server.createBucket(name);
      server.emptyBucket(name);
    },
    stop: () => server.stop(),
  };
};
