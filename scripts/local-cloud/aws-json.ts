import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Context } from './iam/evaluate.ts';
import type { Gatekeeper } from './iam/iam.ts';
import { parseAuthorization } from './sigv4.ts';

/** What services that speak JSON have in common: `X-Amz-Target` names the operation, the body is its input. */

/** A refusal, as the service's client throws it. */
export class ServiceError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

/** A body as an object; what isn't one is empty. */
export const parseObject = (body: Buffer): Record<string, unknown> => {
  try {
    return { ...JSON.parse(body.toString() || '{}') };
  } catch {
    return {};
  }
};

/** The operation that a request asks for; undefined when it asks for none of the service with this prefix. */
export const operationOf = (req: IncomingMessage, prefix: string): string | undefined => {
  const target = String(req.headers['x-amz-target'] ?? '');
  return target.startsWith(prefix) && target.length > prefix.length ? target.slice(prefix.length) : undefined;
};

export const answerJson = (
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

/** AWS's refusal of a call that no policy allows. */
export const notAuthorized = (caller: string, action: string, resource: string): string =>
  `User: ${caller} is not authorized to perform: ${action} on resource: ${resource} because no identity-based policy allows the ${action} action`;

export type Call = {
  /** Path and query, of services that say there what is asked. */
  readonly url: URL;
  readonly input: Record<string, unknown>;
  /** Throws AccessDeniedException where the caller's policies don't allow it, MissingAuthenticationTokenException where nobody signed the call. */
  readonly permit: (action: string, resource: string, context?: Context) => void;
};

type JsonService = Partial<Pick<Gatekeeper, 'callerOf'>> &
  Pick<Gatekeeper, 'allow'> & {
    /** As its users know it. */
    readonly name: string;
    readonly operationOf: (req: IncomingMessage) => string | undefined;
    readonly operations: Readonly<Record<string, (call: Call) => object | Promise<object>>>;
  };

/** Answers for the operations of a service. Whatever else is asked of it is refused by name. */
export const jsonService = ({ name, operations, allow, callerOf = (key) => key, ...rest }: JsonService) => {
  const serve = async (req: IncomingMessage): Promise<object> => {
    const operation = rest.operationOf(req);
    const run = operation !== undefined && Object.hasOwn(operations, operation) ? operations[operation] : undefined;
    const input = parseObject(await buffer(req));
    if (!run)
      throw new ServiceError(
        'UnknownOperationException',
        `The local ${name} does not do ${operation ?? 'requests without X-Amz-Target'}.`,
      );
    const permit: Call['permit'] = (action, resource, context = {}) => {
      const credential = parseAuthorization(req.headers.authorization)?.credential;
      if (!credential)
        throw new ServiceError('MissingAuthenticationTokenException', 'Request is missing Authentication Token');
      if (allow(credential.accessKeyId, action, resource, { context })) return;
      const message = notAuthorized(callerOf(credential.accessKeyId), action, resource);
      throw new ServiceError('AccessDeniedException', message);
    };
    return run({ url: new URL(req.url ?? '/', 'http://local'), input, permit });
  };

  const listener: RequestListener = (req, res) => {
    serve(req).then(
      (body) => answerJson(res, 200, body),
      (error: unknown) => {
        const known = error instanceof ServiceError;
        if (!known) console.error(`The local ${name}:`, error);
        const code = known ? error.name : 'InternalError';
        const message = known ? error.message : 'Something went wrong in the emulator.';
        answerJson(res, known ? 400 : 500, { __type: code, message }, { 'x-amzn-errortype': code });
      },
    );
  };
  return listener;
};
