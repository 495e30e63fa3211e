import { buffer } from 'node:stream/consumers';
import { localAddress } from '../hosts.ts';
import type { Hosts } from '../hosts.ts';
import { send } from '../send.ts';
import type { Origin } from './config.ts';
import { edgeError } from './message.ts';
import type { EdgeAnswer, ViewerRequest } from './message.ts';

// Node sets them anew for the way to the viewer.
const ofOneConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date']);

// They belong to one connection, or CloudFront sets them itself.
const neverForwarded = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'expect', 'host']);

const forwardedHeaders = (isForwarded: boolean, headers: Readonly<Record<string, string>>): Record<string, string> => ({
  'user-agent': 'Amazon CloudFront',
  ...Object.fromEntries(
    Object.entries(headers).filter(([name]) => !neverForwarded.has(name) && (isForwarded || name === 'content-type')),
  ),
});

/** Another server as origin, by its real name, which `hosts` knows. Its time is its own affair: an API answers within that of CloudFront. Query and headers go on to it only where a policy forwards them. */
export const fromCustomOrigin = async (
  { DomainName, OriginCustomHeaders }: Origin,
  { method, path, query, headers, body }: ViewerRequest,
  isForwarded: boolean,
  own: Readonly<Record<string, string>>,
  hosts: Hosts,
): Promise<EdgeAnswer> => {
  const local = localAddress(hosts, `https://${DomainName}`);
  if (local === undefined) return edgeError(502, `The local cloud has nothing that answers for ${DomainName}.`);
  const secret = Object.fromEntries(
    OriginCustomHeaders.map(({ HeaderName, HeaderValue }) => [HeaderName.toLowerCase(), HeaderValue]),
  );
  try {
    const answer = await send(local, {
      method,
      path: isForwarded && query ? `${path}?${query}` : path,
      headers: { ...forwardedHeaders(isForwarded, headers), ...own, ...secret, host: DomainName },
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
