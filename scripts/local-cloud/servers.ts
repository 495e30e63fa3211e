import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { Http2SecureServer } from 'node:http2';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { Certificate } from './certificate.ts';

/**
 * Returns the code of a Node error (`EEXIST`) without `instanceof`, because under jest Node's errors are not instances
 * of the test's Error.
 */
export const readErrorCode = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

export type RunningServer = { readonly port: number; readonly close: () => Promise<void> };

// In bytes. Node's default of 16 KB is less than the 20 KB that CloudFront accepts.
const maxHeaderSize = 32 * 1024;

const listen = async (server: Server, port: number): Promise<number> => {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

/** Wraps a listener: removes the pseudo-headers of HTTP/2, so that the listener sees the headers of HTTP/1.1. */
const removePseudoHeaders = (listener: RequestListener): RequestListener => {
  return (req, res) => {
    const { ':authority': authority, ...headers } = req.headers;
    const plainHeaders = Object.entries(headers).filter(([name]) => !name.startsWith(':'));
    const host = authority === undefined ? {} : { host: String(authority) };
    Object.defineProperty(req, 'headers', { value: { ...host, ...Object.fromEntries(plainHeaders) } });
    listener(req, res);
  };
};

const createHttp2Server = (listener: RequestListener, certificate: Certificate): Http2SecureServer =>
  // Node's compatible requests and responses have what the listeners here use.
  createSecureServer({ ...certificate, allowHTTP1: true }, removePseudoHeaders(listener) as never);

/** Serves HTTP/2, and HTTP/1.1 for clients without it, as `serve` does. */
export const serveHttp2 = async (
  listener: RequestListener,
  certificate: Certificate,
  port = 0,
): Promise<RunningServer> => {
  const server = createHttp2Server(listener, certificate);
  const sockets = new Set<Socket>();
  server.on('secureConnection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const actualPort = await listen(server, port);
  return {
    port: actualPort,
    close: async () => {
      const closeEvent = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closeEvent;
    },
  };
};

/** Serves on a port of the loopback interface; 0 means a free one. Rejects with EADDRINUSE if the port is taken. */
export const serve = async (listener: RequestListener, port = 0): Promise<RunningServer> => {
  const server = createServer({ maxHeaderSize, keepAliveTimeout: 65_000 }, listener);
  const actualPort = await listen(server, port);
  return {
    port: actualPort,
    close: async () => {
      const closeEvent = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closeEvent;
    },
  };
};

/** Complete HTTP response. Header names are in lower case. */
export type HttpResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer;
};

/** Creates a listener that sends the result of `respond`, or of `respondToError` if that fails. */
export const toRequestListener =
  (
    respond: (req: IncomingMessage) => Promise<HttpResponse>,
    respondToError: (error: unknown) => HttpResponse,
  ): RequestListener =>
  (req, res) => {
    respond(req)
      .catch(respondToError)
      .then(({ status, headers, body }) => {
        const hasBody = status !== 204;
        res.writeHead(status, { ...headers, ...(hasBody && { 'content-length': body.length }) });
        res.end(req.method === 'HEAD' || !hasBody ? undefined : body);
        req.resume();
      })
      .catch(() => res.destroy());
  };

/** Sends a text with the given type and `no-store`. */
export const sendText = (
  res: ServerResponse,
  type: string,
  body: string,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): void => {
  const commonHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
  res.writeHead(status, { 'content-type': `${type}; charset=utf-8`, ...commonHeaders, ...headers }).end(body);
};

/** Reads the body of a request; returns undefined as soon as it exceeds `maxBytes`. */
export const readBody = async (req: IncomingMessage, maxBytes: number): Promise<Buffer<ArrayBuffer> | undefined> => {
  const chunks: Buffer[] = [];
  let size = 0;
  // Unlike the default iterator, this one keeps the connection open for an early response.
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** Range below the ephemeral ports, so that no other program gets the port before it is used. */
const reservablePorts = { from: 20_000, count: 12_000 };

/** Finds a port that is free now, for another process to listen on. */
export const findFreePort = async (): Promise<number> => {
  for (;;) {
    const port = reservablePorts.from + Math.floor(Math.random() * reservablePorts.count);
    try {
      const { close } = await serve(() => {}, port);
      await close();
      return port;
    } catch (error) {
      if (readErrorCode(error) !== 'EADDRINUSE') throw error;
    }
  }
};
