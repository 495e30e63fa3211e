import type { RequestListener } from 'node:http';
import type { Certificate } from './certificate.ts';
import { readErrorCode, serve, serveHttp2 } from './servers.ts';
import type { RunningServer } from './servers.ts';

/** Default port of the site, the first of a block of ports; a second local cloud takes the next block. */
const firstPort = 4100;
const blockSize = 20;
const blockCount = 10;

/**
 * Services in the order of their ports after the site's, so that a configured client finds its service after every
 * start.
 */
const serviceNames = [
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
/** Backup has the last port of the block, so that the other services kept their ports when it was added. */
export type ServiceName = (typeof serviceNames)[number] | 'BACKUP';

/** URL of each emulated service, by its name in the SDK (`AWS_ENDPOINT_URL_…`). */
export type Endpoints = Record<Exclude<ServiceName, 'INBOX'>, string>;

const toPortOffset = (name: ServiceName) => (name === 'BACKUP' ? blockSize - 1 : serviceNames.indexOf(name) + 1);

/** Offset of the first API or stand-in; the others follow in the order in which they are opened. */
const firstUnnamedOffset = serviceNames.length + 1;

/** Returns the listener to put in front of a service at `url`; undefined for none. */
export type ServiceInterceptor = (service: ServiceName, url: string) => RequestListener | undefined;

type Options = {
  /** Port of the site, as in the options of the local cloud. */
  readonly port: number | undefined;
  readonly site: RequestListener;
  /** Serves the site by HTTP/2 with this certificate; else by HTTP/1.1. */
  readonly certificate?: Certificate | undefined;
  readonly say: (message: string) => void;
  readonly onOpen: (server: RunningServer) => void;
  readonly interceptService?: ServiceInterceptor | undefined;
};

const serveUnlessTaken = async (
  listener: RequestListener,
  port: number,
  certificate?: Certificate,
): Promise<RunningServer | undefined> => {
  try {
    return await (certificate ? serveHttp2(listener, certificate, port) : serve(listener, port));
  } catch (error) {
    if (readErrorCode(error) === 'EADDRINUSE') return undefined;
    throw error;
  }
};

const serveSite = async ({ port, site, say, certificate }: Options): Promise<RunningServer> => {
  if (port !== undefined) {
    const server = await serveUnlessTaken(site, port, certificate);
    if (!server) throw new Error(`Port ${port} is taken. Stop what uses it, or choose another port for the site.`);
    return server;
  }
  for (let block = 0; block < blockCount; block += 1) {
    const candidate = firstPort + block * blockSize;
    const server = await serveUnlessTaken(site, candidate, certificate);
    if (server) return server;
    say(`Port ${candidate} is taken.`);
  }
  throw new Error(`None of the ports ${firstPort}, ${firstPort + blockSize} … is free.`);
};

/**
 * Opens the site, and the services at the ports that follow. If a service's port is taken, a free one is used and
 * logged.
 */
export const openPorts = async (options: Options) => {
  const { port, say, onOpen, interceptService } = options;
  const siteServer = await serveSite(options);
  onOpen(siteServer);
  let unnamedCount = 0;

  const wrapListener = async (listener: RequestListener, name: ServiceName | undefined): Promise<RequestListener> => {
    if (!interceptService || name === undefined) return listener;
    const backend = await serve(listener);
    onOpen(backend);
    return interceptService(name, `http://127.0.0.1:${backend.port}`) ?? listener;
  };

  /** Serves on 127.0.0.1, which doesn't receive the cookies of the site on `localhost`, and returns the URL. */
  const open = async (listener: RequestListener, name?: ServiceName): Promise<string> => {
    const offset = name === undefined ? firstUnnamedOffset + unnamedCount++ : toPortOffset(name);
    const preferredPort = port === 0 ? 0 : siteServer.port + offset;
    const publicListener = await wrapListener(listener, name);
    const server = (await serveUnlessTaken(publicListener, preferredPort)) ?? (await serve(publicListener));
    if (preferredPort !== 0 && server.port !== preferredPort)
      say(`Port ${preferredPort} is taken: ${server.port} takes its place this time.`);
    onOpen(server);
    return `http://127.0.0.1:${server.port}`;
  };
  return { sitePort: siteServer.port, open };
};

export type Ports = Awaited<ReturnType<typeof openPorts>>;
