import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { replaceHosts } from '../hosts.ts';
import type { Hosts } from '../hosts.ts';
import { matchesPattern } from '../iam/evaluate.ts';
import { toRequestListener } from '../servers.ts';
import type { HttpResponse } from '../servers.ts';
import { respondFromBucket } from './bucket-origin.ts';
import type { BucketOrigin } from './bucket-origin.ts';
import type { Behavior, Origin } from './config.ts';
import { restoreCookieNames, toAcceptedCookies } from './cookies-without-tls.ts';
import { forwardToCustomOrigin } from './custom-origin.ts';
import { readResult, createRequestEvent } from './edge-function.ts';
import type { EdgeFunction } from './edge-function.ts';
import { createCloudFrontErrorResponse } from './message.ts';
import type { ViewerRequest } from './message.ts';

const brotli = promisify(brotliCompress);

const compressibleTypes =
  /^(text\/|application\/(json|javascript|wasm|xml|manifest\+json|vnd\.ms-fontobject)|image\/svg\+xml|font\/(ttf|otf))/;
// CloudFront compresses bodies between these sizes, in bytes.
const minBytes = 1000;
const maxBytes = 10_000_000;

const compressedBodies = new WeakMap<Buffer, Buffer>();

/** Compresses with Brotli only, which every browser accepts over TLS; other clients get the body uncompressed. */
const compress = async (response: HttpResponse, acceptEncoding = ''): Promise<HttpResponse> => {
  const { headers, body, status } = response;
  const acceptsBrotli = acceptEncoding.split(',').some((part) => part.trim().split(';')[0] === 'br');
  const isCompressible =
    status === 200 &&
    body.length >= minBytes &&
    body.length <= maxBytes &&
    compressibleTypes.test(String(headers['content-type']));
  if (!acceptsBrotli || !isCompressible || headers['content-encoding'] !== undefined) return response;
  const compressedBody =
    compressedBodies.get(body) ?? (await brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }));
  compressedBodies.set(body, compressedBody);
  return { status, headers: { ...headers, 'content-encoding': 'br', vary: 'Accept-Encoding' }, body: compressedBody };
};

/** Behavior with the origin, functions and policies that it references. */
export type ResolvedBehavior = Behavior & {
  /** Path pattern; if absent, the behavior applies to every other path. */
  readonly pattern?: string;
  readonly origin: Origin;
  /** S3 bucket of the origin; undefined for a custom origin. */
  readonly bucket: BucketOrigin | undefined;
  readonly edgeFunction: EdgeFunction | undefined;
  readonly compresses: boolean;
  readonly responseHeaders: Readonly<Record<string, string>>;
};

type Options = {
  /** In the distribution's order, with the default behavior last. */
  readonly behaviors: readonly ResolvedBehavior[];
  readonly getHosts: () => Hosts;
  readonly warn: (message: string) => void;
};

// Headers that contain URLs to which the browser connects.
const headersWithUrls = ['content-security-policy', 'content-security-policy-report-only', 'location'];

const isResponse = (message: ViewerRequest | HttpResponse): message is HttpResponse => 'status' in message;

const readViewerRequest = async (req: IncomingMessage): Promise<ViewerRequest> => {
  const [path = '/', query = ''] = (req.url ?? '/').split(/\?(.*)/s, 2);
  const headers = Object.fromEntries(
    Object.entries(req.headers).flatMap(([name, value]) =>
      value === undefined
        ? []
        : [[name, name === 'cookie' ? restoreCookieNames(String(value)) : [value].flat().join(', ')]],
    ),
  );
  return { method: req.method ?? 'GET', path, query, headers, body: await buffer(req) };
};

/** Creates a distribution with the template's behaviors, functions, origins and policies. Nothing is cached. */
export const createDistribution = ({ behaviors, getHosts, warn }: Options): RequestListener => {
  const respond = async (behavior: ResolvedBehavior, viewer: ViewerRequest, id: string): Promise<HttpResponse> => {
    const { AllowedMethods, bucket, origin, edgeFunction } = behavior;
    if (!AllowedMethods.includes(viewer.method))
      return createCloudFrontErrorResponse(
        403,
        'This distribution is not configured to allow the HTTP request method.',
      );
    const event = { version: '1.0', viewer: { ip: '127.0.0.1' }, request: createRequestEvent(viewer) };
    const request = edgeFunction ? readResult(await edgeFunction(event), viewer) : viewer;
    if (isResponse(request)) return request;
    return bucket ? respondFromBucket(bucket, request) : forwardToCustomOrigin(origin, request, id, getHosts());
  };

  const serve = async (req: IncomingMessage): Promise<HttpResponse> => {
    const viewer = await readViewerRequest(req);
    const behavior = behaviors.find(({ pattern = '*' }) => matchesPattern(pattern, viewer.path));
    if (!behavior) throw new Error('there is no default behavior');
    const id = randomUUID();
    const originResponse = await respond(behavior, viewer, id).catch((error: unknown) => {
      warn(`CloudFront, ${viewer.method} ${viewer.path}: ${String(error)}`);
      return createCloudFrontErrorResponse(503, 'The function of this distribution failed.');
    });
    const convertHeader = (name: string, value: string | string[]) => {
      if (typeof value === 'string' && headersWithUrls.includes(name)) return replaceHosts(getHosts(), value);
      if (name === 'set-cookie') return toAcceptedCookies(viewer.headers['user-agent'] ?? '', [value].flat());
      return value;
    };
    const headers = Object.fromEntries(
      Object.entries({ ...originResponse.headers, ...behavior.responseHeaders, 'x-amz-cf-id': id }).map(
        ([name, value]) => [name, convertHeader(name, value)],
      ),
    );
    const response = { ...originResponse, headers };
    return behavior.compresses ? compress(response, viewer.headers['accept-encoding']) : response;
  };

  return toRequestListener(serve, (error) => {
    warn(`CloudFront: ${String(error)}`);
    return createCloudFrontErrorResponse(500, 'CloudFront failed.');
  });
};
