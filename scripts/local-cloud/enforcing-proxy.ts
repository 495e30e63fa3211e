import type { RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createJsonService, findOperation } from './aws-json.ts';
import type { Call } from './aws-json.ts';
import type { AccessRequest } from './iam/evaluate.ts';
import type { CallContext, Authorizer } from './iam/iam.ts';
import { send } from './send.ts';

type Body = Record<string, unknown>;

/** Service of an external emulator, which checks no policies. */
type ProxiedService = Pick<Parameters<typeof createJsonService>[0], 'name' | 'accessDenied'> & {
  readonly endpoint: string;
  /** Prefix of the operation in `X-Amz-Target`, including the dot. */
  readonly prefix: string;
  readonly findPermissions: (operation: string, body: Body) => AccessRequest[];
  /** Returns the resource policy and the condition keys for a call on a resource; absent: none. */
  readonly findCallContext?: (resource: string) => CallContext;
  /**
   * Returns a function that rewrites an operation's response, e.g. the emulator's names to those of the account, or
   * undefined to pass it through.
   */
  readonly findResponseRewriter: (operation: string) => ((body: string) => string) | undefined;
  /** Operations that are handled here and not forwarded to the emulator. */
  readonly operations: Readonly<Record<string, (body: Body) => Promise<object>>>;
};

/** Creates a proxy in front of an emulator that rejects, as AWS would, calls that the caller's policies don't allow. */
export const createEnforcingProxy = (service: ProxiedService, authorizer: Authorizer): RequestListener => {
  const {
    endpoint,
    prefix,
    findPermissions,
    findCallContext = () => ({}),
    findResponseRewriter,
    operations,
    ...serviceOptions
  } = service;

  const forward = async ({ req: { method, headers }, operation, body }: Call) => {
    const response = await send(endpoint, { method, path: '/', headers, body });
    const rewrite = response.statusCode === 200 ? findResponseRewriter(operation) : undefined;
    return rewrite ? JSON.parse(rewrite((await buffer(response)).toString())) : response;
  };

  const run = async (call: Call) => {
    const { operation, input, requirePermission } = call;
    for (const { action, resource, context } of findPermissions(operation, input))
      requirePermission(action, resource, { ...findCallContext(resource), ...(context && { context }) });
    const handle = Object.hasOwn(operations, operation) ? operations[operation] : undefined;
    return handle ? handle(input) : forward(call);
  };
  return createJsonService({
    ...serviceOptions,
    ...authorizer,
    findOperation: (req) => findOperation(req, prefix),
    fallback: run,
  });
};
