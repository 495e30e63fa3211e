import type { ClientRequest, IncomingMessage } from 'node:http';
import type { RequestOptions } from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import { toLocalUrl } from '../hosts.ts';
import type { Hosts } from '../hosts.ts';

// A static import would load undici at the start of every function.
const http = process.getBuiltinModule('node:http');
const https = process.getBuiltinModule('node:https');

const isLoopback = (url: URL) => ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);

const resolveLocalUrl = (hosts: Hosts, url: URL): URL => {
  const local = toLocalUrl(hosts, url.href);
  if (local !== undefined) return new URL(local);
  if (isLoopback(url)) return url;
  throw new Error(`The local cloud has nothing that answers for ${url.origin}`);
};

const toUrl = ({ protocol = 'https:', hostname, host = 'localhost', port, path = '/' }: RequestOptions): URL =>
  new URL(`${protocol}//${hostname ?? host}${port ? `:${port}` : ''}${path}`);

/**
 * Redirects this process's requests for real URLs to the local cloud. A request for a URL that it does not emulate fails.
 */
export const redirectRequests = (hosts: Hosts): void => {
  const request = (urlOrOptions: string | URL | RequestOptions, ...restArgs: unknown[]): ClientRequest => {
    const hasUrl = typeof urlOrOptions === 'string' || urlOrOptions instanceof URL;
    const optionsAfterUrl = hasUrl && typeof restArgs[0] === 'object' ? restArgs.shift() : {};
    const options = (hasUrl ? optionsAfterUrl : urlOrOptions) as RequestOptions;
    const url = hasUrl ? new URL(urlOrOptions) : toUrl(options);
    const { hostname, port, pathname, search } = resolveLocalUrl(hosts, url);
    const { agent: _, host: __, protocol: ___, ...otherOptions } = options;
    return http.request(
      { ...otherOptions, hostname, port, path: pathname + search },
      ...(restArgs as [(response: IncomingMessage) => void]),
    );
  };
  https.request = request as typeof https.request;
  https.get = ((...args: Parameters<typeof request>) => {
    const clientRequest = request(...args);
    clientRequest.end();
    return clientRequest;
  }) as typeof https.get;
  syncBuiltinESMExports();

  const realFetch = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    if (input instanceof Request)
      return realFetch(new Request(resolveLocalUrl(hosts, new URL(input.url)), input), init);
    return realFetch(resolveLocalUrl(hosts, new URL(input)), init);
  };
};
