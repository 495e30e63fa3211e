import { randomUUID } from 'node:crypto';
import { IncomingMessage } from 'node:http';
import type { RequestListener, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Circumstances, Gatekeeper } from './iam/iam.ts';
import { parseAuthorization } from './sigv4.ts';

/** What services that speak JSON have in common: `X-Amz-Target` names the operation, the body is its input. */

export class ServiceError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

/** Instants travel as seconds since 1970, with milliseconds behind the point. */
export const epoch = (iso: string): number => Date.parse(iso) / 1000;

/** A body as an object; what isn't one is empty. */
const parseObject = (body: Buffer): Record<string, unknown> => {
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

export type Call = {
  readonly req: IncomingMessage;
  readonly body: Buffer;
  readonly operation: string;
  /** Path and query, of services that say there what is asked. */
  readonly url: URL;
  readonly input: Record<string, unknown>;
  /** Throws AccessDeniedException where the caller's policies don't allow it, MissingAuthenticationTokenException where nobody signed the call. */
  readonly permit: (action: string, resource: string, circumstances?: Circumstances) => void;
};

/** Answers what it returns: as JSON, or another server's answer as it came. */
type Run = (call: Call) => object | Promise<object>;

type JsonService = Partial<Pick<Gatekeeper, 'callerOf'>> &
  Pick<Gatekeeper, 'allow'> & {
    readonly name: string;
    readonly operationOf: (req: IncomingMessage) => string | undefined;
    readonly operations?: Readonly<Record<string, Run>>;
    /** Does every other operation; absent: these are refused by name. */
    readonly otherwise?: Run;
    /** How the service refuses who may not: an HTTP status and headers of its own. */
    readonly refusal?: { readonly status: number; readonly headers: Readonly<Record<string, string>> };
  };

class Denied extends ServiceError {}

/** Answers for the operations of a service. Whatever else is asked of it is refused by name. */
export const jsonService = ({ name, operations = {}, allow, callerOf = (key) => key, ...service }: JsonService) => {
  const { otherwise, refusal = { status: 400, headers: {} } } = service;

  const serve = async (req: IncomingMessage): Promise<object> => {
    const body = await buffer(req);
    const operation = service.operationOf(req);
    const run = operation !== undefined && Object.hasOwn(operations, operation) ? operations[operation] : otherwise;
    if (!run || operation === undefined)
      throw new ServiceError(
        'UnknownOperationException',
        `The local ${name} does not do ${operation ?? String(req.headers['x-amz-target'] ?? 'requests without X-Amz-Target')}.`,
      );
    const permit: Call['permit'] = (action, resource, circumstances = {}) => {
      const credential = parseAuthorization(req.headers.authorization);
      if (!credential)
        throw new Denied('MissingAuthenticationTokenException', 'Request is missing Authentication Token');
      if (allow(credential.accessKeyId, action, resource, circumstances)) return;
      const caller = callerOf(credential.accessKeyId);
      throw new Denied(
        'AccessDeniedException',
        `User: ${caller} is not authorized to perform: ${action} on resource: ${resource} because no identity-based policy allows the ${action} action`,
      );
    };
    const url = new URL(req.url ?? '/', 'http://local');
    return run({ req, body, operation, url, input: parseObject(body), permit });
  };

  const listener: RequestListener = (req, res) => {
    serve(req).then(
      (answer) => {
        if (!(answer instanceof IncomingMessage)) return answerJson(res, 200, answer);
        res.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(res);
      },
      (error: unknown) => {
        const { status, headers } = error instanceof Denied ? refusal : { status: 400, headers: {} };
        // The SDK's own errors have a fault: what a server behind has refused.
        const known = error instanceof ServiceError || (error instanceof Error && '$fault' in error);
        if (!known) console.error(`The local ${name}:`, error);
        const code = known ? error.name : 'InternalError';
        const message = known ? error.message : 'Something went wrong in the emulator.';
        const type = { 'x-amzn-errortype': code, ...headers };
        answerJson(res, known ? status : 500, { __type: code, message }, type);
      },
    );
  };
  return listener;
};
