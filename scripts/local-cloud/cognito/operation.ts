import * as z from 'zod/mini';
import { toEpochSeconds, ServiceError } from '../aws-json.ts';
import type { Client, Pool, User, CognitoState } from './state.ts';

export const invalidParameter = (message: string) => new ServiceError('InvalidParameterException', message);
export const notAuthorized = (message: string) => new ServiceError('NotAuthorizedException', message);
const resourceNotFound = (message: string) => new ServiceError('ResourceNotFoundException', message);
export const userNotFound = () => new ServiceError('UserNotFoundException', 'User does not exist.');
export const incorrectPassword = () => notAuthorized('Incorrect username or password.');
export const userDisabled = () => notAuthorized('User is disabled.');
export const attemptLimitExceeded = () =>
  new ServiceError('LimitExceededException', 'Attempt limit exceeded, please try after some time.');
/** Error for Cognito features that are not emulated; explicit, so that they aren't relied on by accident. */
export const notEmulated = (feature: string) => invalidParameter(`The emulated Cognito does not do ${feature}`);

/**
 * Signed operations check the caller's policy for the pool in the input; the others take a client and its secret, or a
 * user's access token.
 */
export type Operation = { isSigned: boolean; run: (state: CognitoState, body: unknown) => Promise<object> };

export const parseInput = <S extends z.ZodMiniType>(schema: S, body: unknown): z.infer<S> => {
  const { data, error } = schema.safeParse(body);
  if (!error) return data as z.infer<S>;
  const unknownKeys = error.issues.find((issue) => issue.code === 'unrecognized_keys');
  if (unknownKeys) throw notEmulated(`the parameter ${[...unknownKeys.path, unknownKeys.keys.join(', ')].join('.')}`);
  throw invalidParameter(z.prettifyError(error));
};

export const defineOperation = <S extends z.ZodMiniObject>(
  input: S,
  run: (state: CognitoState, input: z.infer<S>) => object | Promise<object>,
): Operation => ({
  isSigned: 'UserPoolId' in input.shape,
  run: async (state, body) => run(state, parseInput(input, body)),
});

export const normalizeName = (name: string) => name.toLowerCase();

/** Finds a user by username, which is the sub, or by email address. */
export const findUser = (pool: Pool, name: string): User | undefined => {
  const key = normalizeName(name);
  return pool.users.get(key) ?? pool.usersByEmail.get(key);
};

/** Returns a user. Throws UserNotFoundException. */
export const requireUser = (pool: Pool, name: string): User => {
  const user = findUser(pool, name);
  if (!user) throw userNotFound();
  return user;
};

/** Returns a user pool. Throws ResourceNotFoundException. */
export const requirePool = (state: CognitoState, poolId: string): Pool => {
  const pool = state.pools.get(poolId);
  if (!pool) throw resourceNotFound(`User pool ${poolId} does not exist.`);
  return pool;
};

/** Throws ResourceNotFoundException if the pool has no such group. */
export const requireGroup = (pool: Pool, name: string): void => {
  if (!pool.groups.has(name)) throw resourceNotFound('Group not found.');
};

const clientNotFound = (clientId: string) => resourceNotFound(`User pool client ${clientId} does not exist.`);

/** Returns a client of a pool. Throws ResourceNotFoundException. */
export const requireClient = (pool: Pool, clientId: string): Client => {
  const client = pool.clients.get(clientId);
  if (!client) throw clientNotFound(clientId);
  return client;
};

/** Finds the pool of a client, for operations that name only the client. Throws ResourceNotFoundException. */
export const requireClientAndPool = (state: CognitoState, clientId: string): { pool: Pool; client: Client } => {
  for (const pool of state.pools.values()) {
    const client = pool.clients.get(clientId);
    if (client) return { pool, client };
  }
  throw clientNotFound(clientId);
};

export const UserInput = z.strictObject({ UserPoolId: z.string(), Username: z.string() });

/** Returns a user and its pool. Throws ResourceNotFoundException or UserNotFoundException. */
export const requireUserAndPool = (state: CognitoState, { UserPoolId, Username }: z.infer<typeof UserInput>) => {
  const pool = requirePool(state, UserPoolId);
  return { pool, user: requireUser(pool, Username) };
};

/** Converts a user to the format of AdminCreateUser and the lists. */
export const toUserOutput = (user: User) => ({
  Username: user.username,
  Attributes: Object.entries(user.attributes).map(([Name, Value]) => ({ Name, Value })),
  UserCreateDate: toEpochSeconds(user.createdAt),
  UserLastModifiedDate: toEpochSeconds(user.changedAt),
  Enabled: user.enabled,
  UserStatus: user.status,
});
