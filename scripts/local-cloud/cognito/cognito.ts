import type { RequestListener } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { serialize } from 'node:v8';
import { answerJson, jsonService, operationOf } from '../aws-json.ts';
import type { Call } from '../aws-json.ts';
import type { Gatekeeper } from '../iam/iam.ts';
import { replaceFile } from '../state/replace-file.ts';
import { lists } from './lists.ts';
import type { Operation } from './operation.ts';
import { ownPasswords } from './own-passwords.ts';
import { cognitoResources, ensureClient, ensureGroup, ensureUserPool } from './pools.ts';
import { sessions } from './sessions.ts';
import { AdminInitiateAuth, AdminRespondToAuthChallenge } from './sign-in.ts';
import { softwareTokens } from './software-token.ts';
import { loadPools } from './state.ts';
import type { World } from './state.ts';
import { jwk } from './tokens.ts';
import { adminUsers } from './users.ts';

const operations: Readonly<Record<string, Operation>> = {
  ...adminUsers,
  ...lists,
  ...ownPasswords,
  ...sessions,
  ...softwareTokens,
  AdminInitiateAuth,
  AdminRespondToAuthChallenge,
};

type CognitoOptions = Partial<Gatekeeper> &
  Pick<Gatekeeper, 'allow'> &
  Pick<World, 'region' | 'accountId' | 'now' | 'sendMail' | 'invokeTrigger'> & {
    /** Absent: everything is forgotten with the process. */
    readonly stateFile?: string;
    /** How much later each call is done, in milliseconds; absent: at once. */
    readonly latencyMs?: () => number;
  };

/** Milliseconds until what came from no call is written. */
const saveDelay = 500;

/** An Amazon Cognito of this process: user pools as far as they are needed here, everything else refused by name. */
export const createCognito = ({ stateFile, latencyMs = () => 0, allow, callerOf, ...outside }: CognitoOptions) => {
  let waiting: NodeJS.Timeout | undefined;

  const flush = () => {
    if (waiting === undefined || stateFile === undefined) return;
    clearTimeout(waiting);
    waiting = undefined;
    replaceFile(stateFile, serialize(world.pools));
  };

  const world: World = {
    ...outside,
    pools: stateFile === undefined ? new Map() : loadPools(stateFile),
    challenges: new Map(),
    failures: new Map(),
    attempts: new Map(),
    changed: () => {
      if (stateFile !== undefined) waiting ??= setTimeout(flush, saveDelay);
    },
  };

  const poolArn = (id: unknown) =>
    id === undefined ? '*' : `arn:aws:cognito-idp:${world.region}:${world.accountId}:userpool/${String(id)}`;
  const handlers = Object.entries(operations).map(([name, { isSigned, run }]) => {
    const handle = async ({ input, permit }: Call) => {
      if (latencyMs() > 0) await wait(latencyMs());
      if (isSigned) permit(`cognito-idp:${name}`, poolArn(input.UserPoolId));
      // What a call has changed is written down before it is answered.
      return run(world, input).finally(flush);
    };
    return [name, handle] as const;
  });
  const calls = jsonService({
    name: 'Cognito',
    operationOf: (req) => operationOf(req, 'AWSCognitoIdentityProviderService.'),
    operations: Object.fromEntries(handlers),
    allow,
    ...(callerOf && { callerOf }),
  });

  const listener: RequestListener = (req, res) => {
    const poolId = /^\/([^/]+)\/\.well-known\/jwks\.json$/.exec(req.url ?? '/')?.[1];
    const pool = world.pools.get(poolId ?? '');
    if (req.method !== 'GET' || !pool) return calls(req, res);
    const keys = [jwk(pool.keys.id), jwk(pool.keys.access)];
    answerJson(res, 200, { keys }, { 'content-type': 'application/json', 'cache-control': 'public, max-age=86400' });
  };

  return {
    listener,
    ensureUserPool: (logicalId: string, settings: unknown) => ensureUserPool(world, logicalId, settings),
    ensureClient: (poolId: string, settings: unknown) => ensureClient(world, poolId, settings),
    ensureGroup: (poolId: string, name: string) => ensureGroup(world, poolId, name),
    resourceTypes: cognitoResources(world),
    /** Writes what is still to be written; to be called before the process ends. */
    flush,
  };
};
