import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { localText } from '../hosts.ts';
import type { Hosts } from '../hosts.ts';
import { matchesPattern } from '../iam/evaluate.ts';
import { answering } from '../servers.ts';
import type { Answer } from '../servers.ts';
import { fromBucket } from './bucket-origin.ts';
import type { BucketOrigin } from './bucket-origin.ts';
import type { Behaviour, Origin } from './config.ts';
import { givenCookies, keptCookies } from './cookies-without-tls.ts';
import { fromCustomOrigin } from './custom-origin.ts';
import { readResult, requestEvent } from './edge-function.ts';
import type { EdgeFunction } from './edge-function.ts';
import { edgeError } from './message.ts';
import type { ViewerRequest } from './message.ts';

const brotli = promisify(brotliCompress);

const compressible =
  /^(text\/|application\/(json|javascript|xml|manifest\+json|vnd\.ms-fontobject)|image\/svg\+xml|font\/(ttf|otf))/;
// CloudFront compresses what lies between these sizes.
const smallest = 1000;
const largest = 10_000_000;

const cache = new WeakMap<Buffer, Buffer>();

/** By Brotli only, which every browser takes that has TLS; others get it plain. */
const compressed = async (answer: Answer, acceptEncoding = ''): Promise<Answer> => {
  const { headers, body, status } = answer;
  const accepts = acceptEncoding.split(',').some((part) => part.trim().split(';')[0] === 'br');
  const fits =
    status === 200 &&
    body.length >= smallest &&
    body.length <= largest &&
    compressible.test(String(headers['content-type']));
  if (!accepts || !fits || headers['content-encoding'] !== undefined) return answer;
  const packed = cache.get(body) ?? (await brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }));
  cache.set(body, packed);
  return { status, headers: { ...headers, 'content-encoding': 'br', vary: 'Accept-Encoding' }, body: packed };
};

export type FullBehaviour = Behaviour & {
  /** Of paths; absent: every other path. */
  readonly pattern?: string;
  readonly origin: Origin;
  /** An origin that is none is a server elsewhere. */
  readonly bucket: BucketOrigin | undefined;
  readonly edgeFunction: EdgeFunction | undefined;
  readonly compresses: boolean;
  readonly responseHeaders: Readonly<Record<string, string>>;
};

type Options = {
  /** In the distribution's order; the default one last. */
  readonly behaviours: readonly FullBehaviour[];
  readonly hosts: () => Hosts;
  readonly warn: (message: string) => void;
};

// They name addresses for the browser to go to.
const headersWithAddresses = ['content-security-policy', 'content-security-policy-report-only', 'location'];

const isAnswer = (message: ViewerRequest | Answer): message is Answer => 'status' in message;

const readViewerRequest = async (req: IncomingMessage): Promise<ViewerRequest> => {
  const [path = '/', query = ''] = (req.url ?? '/').split(/\?(.*)/s, 2);
  const headers = Object.fromEntries(
    Object.entries(req.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, name === 'cookie' ? givenCookies(String(value)) : [value].flat().join(', ')]],
    ),
  );
  return { method: req.method ?? 'GET', path, query, headers, body: await buffer(req) };
};

/** A distribution: behaviours, functions, origins and policies as the template has them. Nothing is cached. */
export const createDistribution = ({ behaviours, hosts, warn }: Options): RequestListener => {
  const answer = async (behaviour: FullBehaviour, viewer: ViewerRequest, id: string): Promise<Answer> => {
    const { AllowedMethods, bucket, origin, edgeFunction } = behaviour;
    if (!AllowedMethods.includes(viewer.method))
      return edgeError(403, 'This distribution is not configured to allow the HTTP request method.');
    const event = { version: '1.0', viewer: { ip: '127.0.0.1' }, request: requestEvent(viewer) };
    const request = edgeFunction ? readResult(await edgeFunction(event), viewer) : viewer;
    if (isAnswer(request)) return request;
    return bucket ? fromBucket(bucket, request) : fromCustomOrigin(origin, request, id, hosts());
  };

  const serve = async (req: IncomingMessage): Promise<Answer> => {
    const viewer = await readViewerRequest(req);
    const behaviour = behaviours.find(({ pattern = '*' }) => matchesPattern(pattern, viewer.path));
    if (!behaviour) throw new Error('there is no default behaviour');
    const id = randomUUID();
    const fromBehind = await answer(behaviour, viewer, id).catch((error: unknown) => {
      warn(`CloudFront, ${viewer.method} ${viewer.path}: ${String(error)}`);
      return edgeError(503, 'The function of this distribution failed.');
    });
    const translated = Object.fromEntries(
      Object.entries({ ...fromBehind.headers, ...behaviour.responseHeaders, 'x-amz-cf-id': id }).map(
        ([name, value]) => [
          name,
          typeof value === 'string' && headersWithAddresses.includes(name)
            ? localText(hosts(), value)
            : name === 'set-cookie'
              ? keptCookies(viewer.headers['user-agent'] ?? '', [value].flat())
              : value,
        ],
      ),
    );
    const plain = { ...fromBehind, headers: translated };
    return behaviour.compresses ? compressed(plain, viewer.headers['accept-encoding']) : plain;
  };

  return answering(serve, (error) => {
    warn(`CloudFront: ${String(error)}`);
    return edgeError(500, 'CloudFront failed.');
  });
};
