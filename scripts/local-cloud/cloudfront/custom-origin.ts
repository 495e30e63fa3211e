import { Agent, request } from 'node:http';
import { localAddress } from '../hosts.ts';
import type { Hosts } from '../hosts.ts';
import type { Origin } from './config.ts';
import { edgeError } from './message.ts';
import type { EdgeAnswer, ViewerRequest } from './message.ts';

// Node sets them anew for the way to the viewer.
const ofOneConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date']);

const agent = new Agent({ keepAlive: true });

/** Another server as origin, by its real name, which `hosts` knows. `headers` are those that a policy lets through. */
export const fromCustomOrigin = (
  origin: Origin,
  { method, path, query, body }: ViewerRequest,
  headers: Record<string, string>,
  hosts: Hosts,
): Promise<EdgeAnswer> => {
  const local = localAddress(hosts, `https://${origin.DomainName}`);
  if (local === undefined)
    return Promise.resolve(edgeError(502, `The local cloud has nothing that answers for ${origin.DomainName}.`));
  const own = Object.fromEntries(
    origin.OriginCustomHeaders.map(({ HeaderName, HeaderValue }) => [HeaderName.toLowerCase(), HeaderValue]),
  );
  const { hostname, port } = new URL(local);
  const timeout = (origin.CustomOriginConfig?.OriginReadTimeout ?? 30) * 1000;

  return new Promise((resolve) => {
    const sent = request(
      {
        agent,
        hostname,
        port,
        method,
        timeout,
        path: `${origin.OriginPath}${path}${query ? `?${query}` : ''}`,
        headers: {
          ...headers,
          ...own,
          host: origin.DomainName,
          ...(body.length > 0 && { 'content-length': String(body.length) }),
        },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', () => resolve(edgeError(502, 'The origin broke off.')));
        answer.on('end', () => {
          const passing = Object.entries(answer.headers).filter(
            ([name, value]) => value !== undefined && !ofOneConnection.has(name),
          );
          resolve({
            status: answer.statusCode ?? 502,
            headers: Object.fromEntries(passing) as Record<string, string | string[]>,
            body: Buffer.concat(chunks),
          });
        });
      },
    );
    sent.on('timeout', () => {
      resolve(edgeError(504, 'The origin did not answer in time.'));
      sent.destroy();
    });
    sent.on('error', () => resolve(edgeError(502, 'The origin does not answer.')));
    sent.end(body);
  });
};
