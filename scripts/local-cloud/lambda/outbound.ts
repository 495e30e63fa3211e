import type { ClientRequest, IncomingMessage } from 'node:http';
import type { RequestOptions } from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import { localAddress } from '../hosts.ts';
import type { Hosts } from '../hosts.ts';

// Imported, they would load undici at the start of every function.
const http = process.getBuiltinModule('node:http');
const https = process.getBuiltinModule('node:https');

const isLoopback = (url: URL) => ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);

const localUrl = (hosts: Hosts, url: URL): URL => {
  const local = localAddress(hosts, url.href);
  if (local !== undefined) return new URL(local);
  if (isLoopback(url)) return url;
  throw new Error(`The local cloud has nothing that answers for ${url.origin}`);
};

const urlOf = ({ protocol = 'https:', hostname, host = 'localhost', port, path = '/' }: RequestOptions): URL =>
  new URL(`${protocol}//${hostname ?? host}${port ? `:${port}` : ''}${path}`);

/** This process's name resolution: requests to real addresses go where the local cloud answers for them, or nowhere. */
export const keepRequestsLocal = (hosts: Hosts): void => {
  const request = (first: string | URL | RequestOptions, ...rest: unknown[]): ClientRequest => {
    const hasUrl = typeof first === 'string' || first instanceof URL;
    const options = (hasUrl ? (typeof rest[0] === 'object' ? rest.shift() : {}) : first) as RequestOptions;
    const { hostname, port, pathname, search } = localUrl(hosts, hasUrl ? new URL(first) : urlOf(options));
    const { agent: _, host: __, protocol: ___, ...others } = options;
    return http.request(
      { ...others, hostname, port, path: pathname + search },
      ...(rest as [(answer: IncomingMessage) => void]),
    );
  };
  https.request = request as typeof https.request;
  https.get = ((...args: Parameters<typeof request>) => {
    const started = request(...args);
    started.end();
    return started;
  }) as typeof https.get;
  syncBuiltinESMExports();

  const realFetch = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    if (input instanceof Request) return realFetch(new Request(localUrl(hosts, new URL(input.url)), input), init);
    return realFetch(localUrl(hosts, new URL(input)), init);
  };
};
