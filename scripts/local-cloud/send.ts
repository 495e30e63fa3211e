import { Agent, request } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

const agent = new Agent({ keepAlive: true });

type Sent = {
  readonly method: string | undefined;
  /** Encoded, with the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

/** Asks another server of this machine, whose origin is given; unlike `fetch` it leaves path and headers as they are. Rejects with Node's own error. */
export const send = (origin: string, { body, headers, ...rest }: Sent): Promise<IncomingMessage> => {
  const { 'transfer-encoding': _, 'content-length': __, ...kept } = headers;
  const { hostname, port } = new URL(origin);
  // A GET without one says nothing of its length.
  const hasBody = body.length > 0 || !['GET', 'HEAD', 'DELETE'].includes(rest.method ?? '');
  return new Promise((resolve, reject) => {
    const sent = request(
      { agent, hostname, port, ...rest, headers: { ...kept, ...(hasBody && { 'content-length': body.length }) } },
      resolve,
    );
    sent.on('error', reject);
    sent.end(body);
  });
};
