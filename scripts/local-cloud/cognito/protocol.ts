import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { parseAuthorization } from '../sigv4.ts';
import { CognitoError, tooManyRequests } from './errors.ts';
import { newUuid } from './ids.ts';
import { operations } from './operations.ts';
import { jwk } from './signing-keys.ts';
import type { World } from './state.ts';

export type Allow = (accessKeyId: string, action: string, resourceArn: string) => boolean;

/** Told the name of an operation. */
export type IsThrottled = (operation: string) => boolean;

const prefix = 'AWSCognitoIdentityProviderService.';
const largestBody = 1_000_000;

const answer = (res: ServerResponse, status: number, body: object, headers: Record<string, string> = {}) => {
  res.writeHead(status, { 'content-type': 'application/x-amz-json-1.1', 'x-amzn-requestid': newUuid(), ...headers });
  res.end(JSON.stringify(body));
};

const answerError = (res: ServerResponse, error: unknown) => {
  const known = error instanceof CognitoError;
  if (!known) console.error('Cognito emulator:', error);
  const { name, message } = known
    ? error
    : { name: 'InternalErrorException', message: 'Something went wrong in the emulator.' };
  answer(res, known ? 400 : 500, { __type: name, message }, { 'x-amzn-errortype': name });
};

const readBody = async (req: IncomingMessage): Promise<Record<string, unknown>> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req) {
    size += chunk.length;
    if (size > largestBody) throw new CognitoError('RequestEntityTooLargeException', 'The request is too large.');
    chunks.push(chunk);
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString() || '{}');
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body };
  } catch {
    // Told below, like every other body that isn't an object.
  }
  throw new CognitoError('SerializationException', 'The body is not a JSON object.');
};

/** Throws as AWS does for a caller without credential or without the grant. */
const authorise = (world: World, allow: Allow, authorization: string | undefined, name: string, poolId: unknown) => {
  const credential = parseAuthorization(authorization)?.credential;
  if (!credential) throw new CognitoError('MissingAuthenticationTokenException', 'Missing Authentication Token');
  const { region, accountId } = world;
  const resource = poolId === undefined ? '*' : `arn:aws:cognito-idp:${region}:${accountId}:userpool/${String(poolId)}`;
  const action = `cognito-idp:${name}`;
  if (allow(credential.accessKeyId, action, resource)) return;
  throw new CognitoError(
    'AccessDeniedException',
    `User: ${credential.accessKeyId} is not authorized to perform: ${action} on resource: ${resource} because no identity-based policy allows the ${action} action`,
  );
};

const perform = async (world: World, allow: Allow, isThrottled: IsThrottled, req: IncomingMessage): Promise<object> => {
  const target = String(req.headers['x-amz-target'] ?? '');
  const name = target.startsWith(prefix) ? target.slice(prefix.length) : target;
  const operation = operations.get(name);
  const body = await readBody(req);
  if (!operation)
    throw new CognitoError(
      'UnknownOperationException',
      `The emulated Cognito does not do ${name || 'requests without X-Amz-Target'}`,
    );
  if (isThrottled(name)) throw tooManyRequests();
  if (operation.access === 'signed') authorise(world, allow, req.headers.authorization, name, body.UserPoolId);
  return operation.run(world, body);
};

const keySet = (world: World, path: string) => {
  const poolId = /^\/([^/]+)\/\.well-known\/jwks\.json$/.exec(path)?.[1];
  const pool = world.pools.get(poolId ?? '');
  return pool && { keys: [jwk(pool.keys.id), jwk(pool.keys.access)] };
};

type ListenerOptions = {
  readonly allow: Allow;
  readonly isThrottled?: IsThrottled | undefined;
  readonly latencyMs?: () => number;
  /** Writes down what a call has changed, before it is answered. */
  readonly save: () => void;
};

/** The AWS JSON 1.1 protocol, and each pool's key set. */
export const createListener =
  (world: World, { allow, isThrottled = () => false, latencyMs = () => 0, save }: ListenerOptions) =>
  async (req: IncomingMessage, res: ServerResponse) => {
    const path = new URL(req.url ?? '/', 'http://cognito').pathname;
    if (req.method === 'POST' && path === '/') {
      try {
        // An immediate call stays one.
        if (latencyMs() > 0) await wait(latencyMs());
        answer(res, 200, await perform(world, allow, isThrottled, req).finally(save));
      } catch (error) {
        answerError(res, error);
      }
      return;
    }
    const keys = req.method === 'GET' ? keySet(world, path) : undefined;
    if (keys)
      return answer(res, 200, keys, { 'content-type': 'application/json', 'cache-control': 'public, max-age=86400' });
    answer(res, 404, { message: `The emulated Cognito does not do ${req.method} ${path}` });
  };
