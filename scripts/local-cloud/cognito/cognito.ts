import type { RequestListener } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { serialize } from 'node:v8';
import { sendJson, createJsonService, findOperation } from '../aws-json.ts';
import type { Call } from '../aws-json.ts';
import type { Authorizer } from '../iam/iam.ts';
import { replaceFile } from '../state/replace-file.ts';
import { listOperations } from './lists.ts';
import type { Operation } from './operation.ts';
import { createCognitoResourceTypes, ensureClient, ensureGroup, ensureUserPool } from './pools.ts';
import { selfServicePasswordOperations } from './self-service-passwords.ts';
import { sessionOperations } from './sessions.ts';
import { AdminInitiateAuth, AdminRespondToAuthChallenge } from './sign-in.ts';
import { softwareTokenOperations } from './software-token.ts';
import { loadPools } from './state.ts';
import type { CognitoState } from './state.ts';
import { toJwk } from './tokens.ts';
import { adminUserOperations } from './users.ts';

const operations: Readonly<Record<string, Operation>> = {
  ...adminUserOperations,
  ...listOperations,
  ...selfServicePasswordOperations,
  ...sessionOperations,
  ...softwareTokenOperations,
  AdminInitiateAuth,
  AdminRespondToAuthChallenge,
};

type CognitoOptions = Partial<Authorizer> &
  Pick<Authorizer, 'isAllowed'> &
  Pick<CognitoState, 'region' | 'accountId' | 'now' | 'sendMail' | 'invokeTrigger'> & {
    /** File that the user pools are saved to; if absent, they are lost when the process ends. */
    readonly stateFile?: string;
    /** Delay of each call in milliseconds; defaults to none. */
    readonly getLatencyMs?: () => number;
  };

/** Delay before changes made outside a call are saved. */
const saveDelayMs = 500;

/**
 * Creates an in-process Amazon Cognito with the subset of user pools that is needed here. Anything else is rejected
 * with an error that names it.
 */
export const createCognito = ({
  stateFile,
  getLatencyMs = () => 0,
  isAllowed,
  findCaller,
  ...context
}: CognitoOptions) => {
  let saveTimer: NodeJS.Timeout | undefined;

  const flush = () => {
    if (saveTimer === undefined || stateFile === undefined) return;
    clearTimeout(saveTimer);
    saveTimer = undefined;
    replaceFile(stateFile, serialize(state.pools));
  };

  const state: CognitoState = {
    ...context,
    pools: stateFile === undefined ? new Map() : loadPools(stateFile),
    challenges: new Map(),
    failures: new Map(),
    attempts: new Map(),
    scheduleSave: () => {
      if (stateFile !== undefined) saveTimer ??= setTimeout(flush, saveDelayMs);
    },
  };

  const toPoolArn = (id: unknown) =>
    id === undefined ? '*' : `arn:aws:cognito-idp:${state.region}:${state.accountId}:userpool/${String(id)}`;
  const handlers = Object.entries(operations).map(([name, { isSigned, run }]) => {
    const handle = async ({ input, requirePermission }: Call) => {
      if (getLatencyMs() > 0) await wait(getLatencyMs());
      if (isSigned) requirePermission(`cognito-idp:${name}`, toPoolArn(input.UserPoolId));
      // Changes are saved before the call is answered.
      return run(state, input).finally(flush);
    };
    return [name, handle] as const;
  });
  const operationsListener = createJsonService({
    name: 'Cognito',
    findOperation: (req) => findOperation(req, 'AWSCognitoIdentityProviderService.'),
    operations: Object.fromEntries(handlers),
    isAllowed,
    ...(findCaller && { findCaller }),
  });

  const listener: RequestListener = (req, res) => {
    const poolId = /^\/([^/]+)\/\.well-known\/jwks\.json$/.exec(req.url ?? '/')?.[1];
    const pool = state.pools.get(poolId ?? '');
    if (req.method !== 'GET' || !pool) return operationsListener(req, res);
    const keys = [toJwk(pool.keys.id), toJwk(pool.keys.access)];
    sendJson(res, 200, { keys }, { 'content-type': 'application/json', 'cache-control': 'public, max-age=86400' });
  };

  return {
    listener,
    ensureUserPool: (logicalId: string, settings: unknown) => ensureUserPool(state, logicalId, settings),
    ensureClient: (poolId: string, settings: unknown) => ensureClient(state, poolId, settings),
    ensureGroup: (poolId: string, name: string) => ensureGroup(state, poolId, name),
    resourceTypes: createCognitoResourceTypes(state),
    /** Writes unsaved changes; must be called before the process ends. */
    flush,
  };
};
