import { Agent, request } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

const agent = new Agent({ keepAlive: true });

type OutgoingRequest = {
  readonly method: string | undefined;
  /** Encoded path, including the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

/**
 * Sends a request to another server on this machine; unlike `fetch`, leaves path and headers unchanged. Rejects with
 * Node's own error.
 */
export const send = (origin: string, { body, headers, ...otherOptions }: OutgoingRequest): Promise<IncomingMessage> => {
  const { 'transfer-encoding': _, 'content-length': __, ...otherHeaders } = headers;
  const { hostname, port } = new URL(origin);
  // A GET without a body must not have a content-length header.
  const hasBody = body.length > 0 || !['GET', 'HEAD', 'DELETE'].includes(otherOptions.method ?? '');
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        agent,
        hostname,
        port,
        ...otherOptions,
        headers: { ...otherHeaders, ...(hasBody && { 'content-length': body.length }) },
      },
      resolve,
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
};
