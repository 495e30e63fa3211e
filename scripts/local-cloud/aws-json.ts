import { randomUUID } from 'node:crypto';
import { IncomingMessage } from 'node:http';
import type { RequestListener, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { CallContext, Authorizer } from './iam/iam.ts';
import { parseAuthorization } from './sigv4.ts';

/** Shared parts of the AWS JSON protocol: `X-Amz-Target` names the operation, the body is its input. */

export class ServiceError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

/** Converts an ISO timestamp into the protocol's format: seconds since 1970, with milliseconds as the fraction. */
export const toEpochSeconds = (iso: string): number => Date.parse(iso) / 1000;

/** Parses a body as an object; returns an empty object for anything else. */
const parseObject = (body: Buffer): Record<string, unknown> => {
  try {
    return { ...JSON.parse(body.toString() || '{}') };
  } catch {
    return {};
  }
};

/** Returns the operation that a request names; undefined if its target doesn't have this service's prefix. */
export const findOperation = (req: IncomingMessage, prefix: string): string | undefined => {
  const target = String(req.headers['x-amz-target'] ?? '');
  return target.startsWith(prefix) && target.length > prefix.length ? target.slice(prefix.length) : undefined;
};

export const sendJson = (
  res: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void => {
  res.writeHead(status, {
    'content-type': 'application/x-amz-json-1.1',
    'x-amzn-requestid': randomUUID(),
    ...headers,
  });
  res.end(JSON.stringify(body));
};

export type Call = {
  readonly req: IncomingMessage;
  readonly body: Buffer;
  readonly operation: string;
  /** Path and query, for services that name the operation there. */
  readonly url: URL;
  readonly input: Record<string, unknown>;
  /**
   * Checks the caller's policies. Throws AccessDeniedException if they don't allow the action,
   * MissingAuthenticationTokenException if the request is not signed.
   */
  readonly requirePermission: (action: string, resource: string, callContext?: CallContext) => void;
};

/** Handles a call; returns the JSON output, or another server's response to pass through. */
type Run = (call: Call) => object | Promise<object>;

type JsonService = Partial<Pick<Authorizer, 'findCaller'>> &
  Pick<Authorizer, 'isAllowed'> & {
    readonly name: string;
    readonly findOperation: (req: IncomingMessage) => string | undefined;
    readonly operations?: Readonly<Record<string, Run>>;
    /** Handles operations that are not listed; if absent, they are rejected with an error that names the operation. */
    readonly fallback?: Run;
    /** Status and headers of an authorization failure, if the service has its own. */
    readonly accessDenied?: { readonly status: number; readonly headers: Readonly<Record<string, string>> };
  };

class AccessDeniedError extends ServiceError {}

/** Creates the request listener of a JSON service. Unknown operations are rejected with an error that names them. */
export const createJsonService = ({
  name,
  operations = {},
  isAllowed,
  findCaller = (key) => key,
  ...service
}: JsonService) => {
  const { fallback, accessDenied = { status: 400, headers: {} } } = service;

  const serve = async (req: IncomingMessage): Promise<object> => {
    const body = await buffer(req);
    const operation = service.findOperation(req);
    const run = operation !== undefined && Object.hasOwn(operations, operation) ? operations[operation] : fallback;
    if (!run || operation === undefined)
      throw new ServiceError(
        'UnknownOperationException',
        `The local ${name} does not do ${operation ?? String(req.headers['x-amz-target'] ?? 'requests without X-Amz-Target')}.`,
      );
    const requirePermission: Call['requirePermission'] = (action, resource, callContext = {}) => {
      const credential = parseAuthorization(req.headers.authorization);
      if (!credential)
        throw new AccessDeniedError('MissingAuthenticationTokenException', 'Request is missing Authentication Token');
      if (isAllowed(credential.accessKeyId, action, resource, callContext)) return;
      const caller = findCaller(credential.accessKeyId);
      throw new AccessDeniedError(
        'AccessDeniedException',
        `User: ${caller} is not authorized to perform: ${action} on resource: ${resource} because no identity-based policy allows the ${action} action`,
      );
    };
    const url = new URL(req.url ?? '/', 'http://local');
    return run({ req, body, operation, url, input: parseObject(body), requirePermission });
  };

  const listener: RequestListener = (req, res) => {
    serve(req).then(
      (answer) => {
        if (!(answer instanceof IncomingMessage)) return sendJson(res, 200, answer);
        res.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(res);
      },
      (error: unknown) => {
        const { status, headers } = error instanceof AccessDeniedError ? accessDenied : { status: 400, headers: {} };
        // `$fault` marks errors of the AWS SDK, which come from a server behind this one.
        const isExpected = error instanceof ServiceError || (error instanceof Error && '$fault' in error);
        if (!isExpected) console.error(`The local ${name}:`, error);
        const code = isExpected ? error.name : 'InternalError';
        const message = isExpected ? error.message : 'Something went wrong in the emulator.';
        const type = { 'x-amzn-errortype': code, ...headers };
        sendJson(res, isExpected ? status : 500, { __type: code, message }, type);
      },
    );
  };
  return listener;
};
