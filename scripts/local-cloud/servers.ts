import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Node's code of an error (`EEXIST`), whichever realm it comes from: under jest, Node's own errors are no instances of the test's Error. */
export const errorCode = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

export type RunningServer = { readonly port: number; readonly close: () => Promise<void> };

// CloudFront takes 20 KB of headers; what an origin takes is the origin's affair.
const maxHeaderSize = 32 * 1024;

const listen = async (server: Server, port: number): Promise<number> => {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

/** Serves on a port of the loopback interface; 0 takes a free one. Rejects with EADDRINUSE when the port is taken. */
export const serve = async (listener: RequestListener, port = 0): Promise<RunningServer> => {
  const server = createServer({ maxHeaderSize, keepAliveTimeout: 65_000 }, listener);
  const taken = await listen(server, port);
  return {
    port: taken,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};

/** An answer as a whole. Header names are in lower case. */
export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer;
};

/** Answers requests with what becomes of each, or what its error comes to. */
export const answering =
  (answerTo: (req: IncomingMessage) => Promise<Answer>, failed: (error: unknown) => Answer): RequestListener =>
  (req, res) => {
    answerTo(req)
      .catch(failed)
      .then(({ status, headers, body }) => {
        const hasBody = status !== 204;
        res.writeHead(status, { ...headers, ...(hasBody && { 'content-length': body.length }) });
        res.end(req.method === 'HEAD' || !hasBody ? undefined : body);
        req.resume();
      })
      .catch(() => res.destroy());
  };

/** Answers with a text of such a type; nobody keeps it. */
export const answerText = (
  res: ServerResponse,
  type: string,
  body: string,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): void => {
  const common = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
  res.writeHead(status, { 'content-type': `${type}; charset=utf-8`, ...common, ...headers }).end(body);
};

/** The body of a request; undefined as soon as it has more bytes than these. */
export const readUpTo = async (req: IncomingMessage, most: number): Promise<Buffer<ArrayBuffer> | undefined> => {
  const chunks: Buffer[] = [];
  let size = 0;
  // Unlike the plain iterator, this one leaves the connection open for an early answer.
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** Below the ports that systems hand out by themselves: between finding one and its use nobody is given the same. */
const reservable = { from: 20_000, count: 12_000 };

/** A port that is free now, for another process to listen on. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = reservable.from + Math.floor(Math.random() * reservable.count);
    try {
      const { close } = await serve(() => {}, port);
      await close();
      return port;
    } catch (error) {
      if (errorCode(error) !== 'EADDRINUSE') throw error;
    }
  }
};
