import type { RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { jsonService, operationOf } from './aws-json.ts';
import type { Call } from './aws-json.ts';
import type { AccessRequest } from './iam/evaluate.ts';
import type { Circumstances, Gatekeeper } from './iam/iam.ts';
import { send } from './send.ts';

type Body = Record<string, unknown>;

/** A service that somebody else emulates, without policies. */
type ServiceBehind = Pick<Parameters<typeof jsonService>[0], 'name' | 'refusal'> & {
  readonly endpoint: string;
  /** Before the operation in `X-Amz-Target`, with its dot. */
  readonly prefix: string;
  readonly permissions: (operation: string, body: Body) => AccessRequest[];
  readonly circumstances?: (resource: string) => Circumstances;
  /** Changes an answer, e.g. the emulator's names into the account's; where there is no function for the operation it is passed on as it is. */
  readonly rewriteAnswer: (operation: string) => ((body: string) => string) | undefined;
  readonly operations: Readonly<Record<string, (body: Body) => Promise<object>>>;
};

/** Stands before an emulator and refuses, as AWS would, what the caller's policies don't allow. */
export const enforcingProxy = (service: ServiceBehind, gatekeeper: Gatekeeper): RequestListener => {
  const { endpoint, prefix, permissions, circumstances = () => ({}), rewriteAnswer, operations, ...rest } = service;

  const forward = async ({ req: { method, headers }, operation, body }: Call) => {
    const answer = await send(endpoint, { method, path: '/', headers, body });
    const change = answer.statusCode === 200 ? rewriteAnswer(operation) : undefined;
    return change ? JSON.parse(change((await buffer(answer)).toString())) : answer;
  };

  const run = async (call: Call) => {
    const { operation, input, permit } = call;
    for (const { action, resource, context } of permissions(operation, input))
      permit(action, resource, { ...circumstances(resource), ...(context && { context }) });
    const own = Object.hasOwn(operations, operation) ? operations[operation] : undefined;
    return own ? own(input) : forward(call);
  };
  return jsonService({ ...rest, ...gatekeeper, operationOf: (req) => operationOf(req, prefix), otherwise: run });
};
