import type { RequestListener } from 'node:http';
import { errorCode, serve } from './servers.ts';
import type { RunningServer } from './servers.ts';

/** The site's port, when nobody asks for another; a second local cloud takes the next block. */
const firstPort = 4100;
const blockSize = 20;
const blocks = 10;

/** The ports after the site's, in this order: a client that was configured once finds its service after every start. */
const names = [
  'INBOX',
  'DYNAMODB',
  'COGNITO_IDENTITY_PROVIDER',
  'S3',
  'SECRETS_MANAGER',
  'SQS',
  'EVENTBRIDGE',
  'CLOUDFORMATION',
  'SESV2',
] as const;
/** A vault, which few apps have, is at the block's end: it moves no other. */
export type ServiceName = (typeof names)[number] | 'BACKUP';

/** Where each emulated service answers, by the SDK's name of it (`AWS_ENDPOINT_URL_…`). */
export type Endpoints = Record<Exclude<ServiceName, 'INBOX'>, string>;

const offsetOf = (name: ServiceName) => (name === 'BACKUP' ? blockSize - 1 : names.indexOf(name) + 1);

/** Of the APIs and stand-ins, which follow in the order of their opening. */
const firstOther = names.length + 1;

/** Told of a service and where it answers: what its callers reach in its place; undefined: the service itself. */
export type Before = (service: ServiceName, url: string) => RequestListener | undefined;

type Options = {
  /** Of the site, as in the options of the local cloud. */
  readonly port: number | undefined;
  readonly site: RequestListener;
  readonly say: (message: string) => void;
  readonly onOpen: (server: RunningServer) => void;
  readonly before?: Before | undefined;
};

const serveUnlessTaken = async (listener: RequestListener, port: number): Promise<RunningServer | undefined> => {
  try {
    return await serve(listener, port);
  } catch (error) {
    if (errorCode(error) === 'EADDRINUSE') return undefined;
    throw error;
  }
};

const serveSite = async ({ port, site, say }: Options): Promise<RunningServer> => {
  if (port !== undefined) {
    const server = await serveUnlessTaken(site, port);
    if (!server) throw new Error(`Port ${port} is taken. Stop what uses it, or choose another port for the site.`);
    return server;
  }
  for (let block = 0; block < blocks; block += 1) {
    const candidate = firstPort + block * blockSize;
    const server = await serveUnlessTaken(site, candidate);
    if (server) return server;
    say(`Port ${candidate} is taken.`);
  }
  throw new Error(`None of the ports ${firstPort}, ${firstPort + blockSize} … is free.`);
};

/** Opens the site, and the services at the ports that follow. A service whose port is taken gets a free one and says so. */
export const openPorts = async (options: Options) => {
  const { port, say, onOpen, before } = options;
  const siteServer = await serveSite(options);
  onOpen(siteServer);
  let others = 0;

  const inFrontOf = async (listener: RequestListener, name: ServiceName | undefined): Promise<RequestListener> => {
    if (!before || name === undefined) return listener;
    const behind = await serve(listener);
    onOpen(behind);
    return before(name, `http://127.0.0.1:${behind.port}`) ?? listener;
  };

  /** Serves at a port of its own, on an address of its own: cookies of `localhost`, where the site is, don't come here. Answers its URL. */
  const open = async (listener: RequestListener, name?: ServiceName): Promise<string> => {
    const offset = name === undefined ? firstOther + others++ : offsetOf(name);
    const wanted = port === 0 ? 0 : siteServer.port + offset;
    const shown = await inFrontOf(listener, name);
    const server = (await serveUnlessTaken(shown, wanted)) ?? (await serve(shown));
    if (wanted !== 0 && server.port !== wanted)
      say(`Port ${wanted} is taken: ${server.port} takes its place this time.`);
    onOpen(server);
    return `http://127.0.0.1:${server.port}`;
  };
  return { sitePort: siteServer.port, open };
};

export type Ports = Awaited<ReturnType<typeof openPorts>>;
