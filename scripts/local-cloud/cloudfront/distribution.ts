import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { localText } from '../hosts.ts';
import type { Hosts } from '../hosts.ts';
import { matchesPattern } from '../iam/evaluate.ts';
import { fromBucket } from './bucket-origin.ts';
import type { BucketOrigin } from './bucket-origin.ts';
import { compressed } from './compression.ts';
import type { Behaviour, CachePolicy, DistributionConfig } from './config.ts';
import { forwardedHeaders } from './config.ts';
import { givenCookies, keptCookies } from './cookies-without-tls.ts';
import { fromCustomOrigin } from './custom-origin.ts';
import { readResult, requestEvent } from './edge-function.ts';
import type { EdgeFunction } from './edge-function.ts';
import { errorCache } from './error-cache.ts';
import { edgeError } from './message.ts';
import type { EdgeAnswer, ViewerRequest } from './message.ts';
import { applyResponseHeaders } from './response-headers.ts';
import type { ResponseHeadersPolicy } from './response-headers.ts';

export type DistributionOptions = {
  readonly id: string;
  readonly domainName: string;
  readonly config: DistributionConfig;
  readonly hosts: () => Hosts;
  /** By the origin's domain name; an origin that is no bucket is a server elsewhere. */
  readonly bucketOrigin: (domainName: string) => BucketOrigin | undefined;
  readonly edgeFunction: (arn: string) => EdgeFunction;
  readonly cachePolicy: (id: string) => CachePolicy;
  readonly responseHeadersPolicy: (id: string | undefined) => ResponseHeadersPolicy;
  readonly warn: (message: string) => void;
};

// They name addresses for the browser to go to.
const headersWithAddresses = ['content-security-policy', 'content-security-policy-report-only', 'location'];

const isAnswer = (message: ViewerRequest | EdgeAnswer): message is EdgeAnswer => 'status' in message;

const readViewerRequest = async (req: IncomingMessage): Promise<ViewerRequest> => {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk);
  const [path = '/', query = ''] = (req.url ?? '/').split(/\?(.*)/s, 2);
  const headers = Object.fromEntries(
    Object.entries(req.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, name === 'cookie' ? givenCookies(String(value)) : [value].flat().join(', ')]],
    ),
  );
  return { method: req.method ?? 'GET', path, query, headers, body: Buffer.concat(chunks) };
};

const withSlash = (pattern: string) => (/^[/*]/.test(pattern) ? pattern : `/${pattern}`);

/** The first behaviour whose pattern fits the path, in the distribution's order; else the default one. */
const behaviourFor = ({ CacheBehaviors, DefaultCacheBehavior }: DistributionConfig, path: string): Behaviour =>
  CacheBehaviors.find(({ PathPattern }) => matchesPattern(withSlash(PathPattern), path)) ?? DefaultCacheBehavior;

/** A distribution: behaviours, functions, origins and policies as the template has them. Nothing is cached but errors. */
export const createDistribution = (options: DistributionOptions): RequestListener => {
  const { config, hosts } = options;
  const keepingErrors = errorCache(config);

  const afterFunction = async ({ FunctionAssociations: [association] }: Behaviour, viewer: ViewerRequest) => {
    if (!association) return viewer;
    const result = await options.edgeFunction(association.FunctionARN)({
      version: '1.0',
      context: {
        distributionDomainName: options.domainName,
        distributionId: options.id,
        eventType: association.EventType,
        requestId: randomUUID(),
      },
      viewer: { ip: '127.0.0.1' },
      request: requestEvent(viewer),
    });
    return readResult(result, viewer);
  };

  const atOrigin = (behaviour: Behaviour, request: ViewerRequest, id: string): EdgeAnswer | Promise<EdgeAnswer> => {
    const origin = config.Origins.find(({ Id }) => Id === behaviour.TargetOriginId);
    if (!origin) return edgeError(502, `There is no origin ${behaviour.TargetOriginId}.`);
    const path = request.path === '/' && config.DefaultRootObject ? `/${config.DefaultRootObject}` : request.path;
    const bucket = options.bucketOrigin(origin.DomainName);
    if (bucket) return fromBucket(bucket, { ...request, path: origin.OriginPath + path });
    const isForwarded = behaviour.OriginRequestPolicyId !== undefined;
    const headers = {
      ...forwardedHeaders(isForwarded, request.headers),
      via: `1.1 ${options.id}.cloudfront.net (CloudFront)`,
      'x-amz-cf-id': id,
    };
    return fromCustomOrigin(origin, { ...request, path, query: isForwarded ? request.query : '' }, headers, hosts());
  };

  const answer = async (behaviour: Behaviour, viewer: ViewerRequest, id: string): Promise<EdgeAnswer> => {
    if (!behaviour.AllowedMethods.includes(viewer.method))
      return edgeError(403, 'This distribution is not configured to allow the HTTP request method.');
    const request = await afterFunction(behaviour, viewer);
    if (isAnswer(request)) return request;
    const ask = () => atOrigin(behaviour, request, id);
    if (!['GET', 'HEAD'].includes(request.method)) return ask();
    const { cookies, query } = options.cachePolicy(behaviour.CachePolicyId);
    const { method, path, headers } = request;
    const key = [method, path, query && request.query, cookies && headers['cookie']];
    return keepingErrors(JSON.stringify(key), ask);
  };

  const serve = async (req: IncomingMessage): Promise<EdgeAnswer> => {
    const viewer = await readViewerRequest(req);
    const behaviour = behaviourFor(config, viewer.path);
    const id = randomUUID();
    const fromBehind = await answer(behaviour, viewer, id).catch((error: unknown) => {
      options.warn(`CloudFront, ${viewer.method} ${viewer.path}: ${String(error)}`);
      return edgeError(503, 'The function of this distribution failed.');
    });
    const last = applyResponseHeaders(options.responseHeadersPolicy(behaviour.ResponseHeadersPolicyId), fromBehind);
    const translated = Object.fromEntries(
      Object.entries({ ...last.headers, 'x-amz-cf-id': id }).map(([name, value]) => [
        name,
        typeof value === 'string' && headersWithAddresses.includes(name)
          ? localText(hosts(), value)
          : name === 'set-cookie'
            ? keptCookies(viewer.headers['user-agent'] ?? '', [value].flat())
            : value,
      ]),
    );
    return behaviour.Compress
      ? compressed(
          { ...last, headers: translated },
          viewer.headers['accept-encoding'] ?? '',
          options.cachePolicy(behaviour.CachePolicyId),
        )
      : { ...last, headers: translated };
  };

  return (req, res) => {
    serve(req)
      .catch((error: unknown) => {
        options.warn(`CloudFront, ${req.url}: ${String(error)}`);
        return edgeError(500, 'CloudFront failed.');
      })
      .then(({ status, headers, body }) => {
        const hasBody = status !== 204 && status !== 304;
        res.writeHead(status, { ...headers, ...(hasBody && { 'content-length': body.length }) });
        res.end(req.method === 'HEAD' || !hasBody ? undefined : body);
      })
      .catch(() => res.destroy());
  };
};
