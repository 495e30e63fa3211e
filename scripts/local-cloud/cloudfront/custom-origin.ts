import { buffer } from 'node:stream/consumers';
import { toLocalUrl } from '../hosts.ts';
import type { Hosts } from '../hosts.ts';
import { send } from '../send.ts';
import type { HttpResponse } from '../servers.ts';
import type { Origin } from './config.ts';
import { createCloudFrontErrorResponse } from './message.ts';
import type { ViewerRequest } from './message.ts';

// Response headers that Node sets itself on the response to the viewer.
const droppedResponseHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date']);

// Request headers that belong to the viewer's connection, or that CloudFront sets itself (Host).
const droppedRequestHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'expect', 'host']);

/**
 * Forwards a request to a custom origin, whose real host name `hosts` maps to a local address. CloudFront's origin
 * timeout is not emulated: an API responds before it.
 */
export const forwardToCustomOrigin = async (
  { DomainName, OriginCustomHeaders }: Origin,
  { method, path, query, headers, body }: ViewerRequest,
  id: string,
  hosts: Hosts,
): Promise<HttpResponse> => {
  const localUrl = toLocalUrl(hosts, `https://${DomainName}`);
  if (localUrl === undefined)
    return createCloudFrontErrorResponse(502, `The local cloud has nothing that answers for ${DomainName}.`);
  const customHeaders = Object.fromEntries(
    OriginCustomHeaders.map(({ HeaderName, HeaderValue }) => [HeaderName.toLowerCase(), HeaderValue]),
  );
  const forwardedHeaders = Object.fromEntries(
    Object.entries(headers).filter(([name]) => !droppedRequestHeaders.has(name)),
  );
  try {
    const response = await send(localUrl, {
      method,
      path: query ? `${path}?${query}` : path,
      headers: { ...forwardedHeaders, 'x-amz-cf-id': id, ...customHeaders, host: DomainName },
      body,
    });
    const responseHeaders = Object.entries(response.headers).flatMap(([name, value]) =>
      value === undefined || droppedResponseHeaders.has(name) ? [] : [[name, value] as const],
    );
    return {
      status: response.statusCode ?? 502,
      headers: Object.fromEntries(responseHeaders),
      body: await buffer(response),
    };
  } catch {
    return createCloudFrontErrorResponse(502, 'The origin does not answer.');
  }
};
