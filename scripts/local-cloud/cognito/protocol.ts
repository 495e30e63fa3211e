import type { RequestListener } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { answerJson, jsonService, operationOf } from '../aws-json.ts';
import type { Call } from '../aws-json.ts';
import type { Gatekeeper } from '../iam/iam.ts';
import { tooManyRequests } from './operation.ts';
import { operations } from './operations.ts';
import { jwk } from './signing-keys.ts';
import type { World } from './state.ts';

export type ListenerOptions = Partial<Gatekeeper> & {
  /** Whether the holder of the access key may, e.g. `cognito-idp:AdminGetUser` on a pool's ARN, or `*` where no pool is named. */
  readonly allow: Gatekeeper['allow'];
  /** Whether this call (`AdminCreateUser`) is one too many: it is refused with TooManyRequestsException and does nothing. Absent: none is. */
  readonly isThrottled?: ((operation: string) => boolean) | undefined;
  /** How much later each call is done, in milliseconds; absent: at once. */
  readonly latencyMs?: () => number;
};

const keySet = (world: World, path: string) => {
  const poolId = /^\/([^/]+)\/\.well-known\/jwks\.json$/.exec(path)?.[1];
  const pool = world.pools.get(poolId ?? '');
  return pool && { keys: [jwk(pool.keys.id), jwk(pool.keys.access)] };
};

/** The AWS JSON 1.1 protocol, and each pool's key set. `save` writes down what a call has changed, before it is answered. */
export const createListener = (world: World, save: () => void, options: ListenerOptions): RequestListener => {
  const { isThrottled = () => false, latencyMs = () => 0, ...gatekeeper } = options;
  const poolArn = (id: unknown) =>
    id === undefined ? '*' : `arn:aws:cognito-idp:${world.region}:${world.accountId}:userpool/${String(id)}`;

  const handlers = [...operations].map(([name, { access, run }]) => {
    const handle = async ({ input, permit }: Call) => {
      if (latencyMs() > 0) await wait(latencyMs());
      if (isThrottled(name)) throw tooManyRequests();
      if (access === 'signed') permit(`cognito-idp:${name}`, poolArn(input.UserPoolId));
      return run(world, input).finally(save);
    };
    return [name, handle] as const;
  });
  const calls = jsonService({
    name: 'Cognito',
    operationOf: (req) => operationOf(req, 'AWSCognitoIdentityProviderService.'),
    operations: Object.fromEntries(handlers),
    ...gatekeeper,
  });

  return (req, res) => {
    const keys = req.method === 'GET' ? keySet(world, req.url ?? '/') : undefined;
    if (!keys) return calls(req, res);
    answerJson(res, 200, keys, { 'content-type': 'application/json', 'cache-control': 'public, max-age=86400' });
  };
};
