import { buffer } from 'node:stream/consumers';
import { localAddress } from '../hosts.ts';
import type { Hosts } from '../hosts.ts';
import { LateError, send } from '../send.ts';
import type { Origin } from './config.ts';
import { edgeError } from './message.ts';
import type { EdgeAnswer, ViewerRequest } from './message.ts';

// Node sets them anew for the way to the viewer.
const ofOneConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date']);

/** Another server as origin, by its real name, which `hosts` knows. `headers` are those that a policy lets through. */
export const fromCustomOrigin = async (
  { DomainName, OriginCustomHeaders, CustomOriginConfig }: Origin,
  { method, path, query, body }: ViewerRequest,
  headers: Record<string, string>,
  hosts: Hosts,
): Promise<EdgeAnswer> => {
  const local = localAddress(hosts, `https://${DomainName}`);
  if (local === undefined) return edgeError(502, `The local cloud has nothing that answers for ${DomainName}.`);
  const own = Object.fromEntries(
    OriginCustomHeaders.map(({ HeaderName, HeaderValue }) => [HeaderName.toLowerCase(), HeaderValue]),
  );
  try {
    const answer = await send(local, {
      method,
      path: `${path}${query ? `?${query}` : ''}`,
      headers: { ...headers, ...own, host: DomainName },
      body,
      timeoutMs: (CustomOriginConfig?.OriginReadTimeout ?? 30) * 1000,
    });
    const passing = Object.entries(answer.headers).flatMap(([name, value]) =>
      value === undefined || ofOneConnection.has(name) ? [] : [[name, value] as const],
    );
    return {
      status: answer.statusCode ?? 502,
      headers: Object.fromEntries(passing),
      body: await buffer(answer),
    };
  } catch (error) {
    return error instanceof LateError
      ? edgeError(504, 'The origin did not answer in time.')
      : edgeError(502, 'The origin does not answer.');
  }
};
