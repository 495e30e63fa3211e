import { buffer } from 'node:stream/consumers';
import { localAddress } from '../hosts.ts';
import type { Hosts } from '../hosts.ts';
import { send } from '../send.ts';
import type { Answer } from '../servers.ts';
import type { Origin } from './config.ts';
import { edgeError } from './message.ts';
import type { ViewerRequest } from './message.ts';

// Node sets them anew for the way to the viewer.
const ofOneConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date']);

// They belong to one connection, or CloudFront sets them itself.
const neverForwarded = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'expect', 'host']);

/** Another server as origin, by its real name, which `hosts` knows. Its time is its own affair: an API answers within that of CloudFront. */
export const fromCustomOrigin = async (
  { DomainName, OriginCustomHeaders }: Origin,
  { method, path, query, headers, body }: ViewerRequest,
  id: string,
  hosts: Hosts,
): Promise<Answer> => {
  const local = localAddress(hosts, `https://${DomainName}`);
  if (local === undefined) return edgeError(502, `The local cloud has nothing that answers for ${DomainName}.`);
  const secret = Object.fromEntries(
    OriginCustomHeaders.map(({ HeaderName, HeaderValue }) => [HeaderName.toLowerCase(), HeaderValue]),
  );
  const forwarded = Object.fromEntries(Object.entries(headers).filter(([name]) => !neverForwarded.has(name)));
  try {
    const answer = await send(local, {
      method,
      path: query ? `${path}?${query}` : path,
      headers: { ...forwarded, 'x-amz-cf-id': id, ...secret, host: DomainName },
      body,
    });
    const passing = Object.entries(answer.headers).flatMap(([name, value]) =>
      value === undefined || ofOneConnection.has(name) ? [] : [[name, value] as const],
    );
    return {
      status: answer.statusCode ?? 502,
      headers: Object.fromEntries(passing),
      body: await buffer(answer),
    };
  } catch {
    return edgeError(502, 'The origin does not answer.');
  }
};
