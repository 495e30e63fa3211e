import { randomBytes, randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { ServiceError } from '../aws-json.ts';
import { forgetFailures } from './limits.ts';
import { sendMessage } from './messages.ts';
import {
  requireGroup,
  requirePool,
  requireUser,
  findUser,
  invalidParameter,
  requireUserAndPool,
  normalizeName,
  notEmulated,
  UserInput,
  operation,
  toUserOutput,
} from './operation.ts';
import {
  checkPolicy,
  hashPassword,
  setPassword,
  setTemporaryPassword,
  temporaryPasswordExpiry,
  touch,
} from './passwords.ts';
import { removeOrigin } from './state.ts';
import type { Pool, User, CognitoState } from './state.ts';
import { findOrigins } from './tokens.ts';

const CreateUser = z.strictObject({
  UserPoolId: z.string(),
  Username: z.string().check(z.minLength(1), z.maxLength(128)),
  UserAttributes: z.optional(z.array(z.strictObject({ Name: z.string(), Value: z.string() }))),
  TemporaryPassword: z.optional(z.string()),
  MessageAction: z.optional(z.enum(['RESEND', 'SUPPRESS'])),
  DesiredDeliveryMediums: z.optional(z.tuple([z.literal('EMAIL')])),
  ClientMetadata: z.optional(z.record(z.string(), z.string())),
});
type CreateUser = z.infer<typeof CreateUser>;

/** Supported standard attributes; any other is rejected as unknown. */
const standardAttributes = ['email', 'email_verified'];

const toAttributes = (name: string, list: CreateUser['UserAttributes'] = []): Record<string, string> => {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(name)) throw invalidParameter('Username should be an email.');
  const unknownAttribute = list.find(({ Name }) => !standardAttributes.includes(Name));
  if (unknownAttribute)
    throw invalidParameter(`Attributes did not conform to the schema: ${unknownAttribute.Name} is not in it.`);
  return { email: name, ...Object.fromEntries(list.map(({ Name, Value }) => [Name, Value])) };
};

const addUser = (world: CognitoState, pool: Pool, attributes: Record<string, string>, passwordHash: string): User => {
  const sub = randomUUID();
  const now = world.now().toISOString();
  const user: User = {
    username: sub,
    serial: ++pool.lastSerial,
    attributes: { sub, ...attributes },
    enabled: true,
    status: 'FORCE_CHANGE_PASSWORD',
    passwordHash,
    temporaryUntil: temporaryPasswordExpiry(world, pool),
    groups: [],
    createdAt: now,
    changedAt: now,
  };
  pool.usersByEmail.set(normalizeName(attributes['email'] ?? ''), user);
  pool.users.set(user.username, user);
  return user;
};

const createUser = async (world: CognitoState, pool: Pool, input: CreateUser, password: string): Promise<User> => {
  const attributes = toAttributes(input.Username, input.UserAttributes);
  const hash = await hashPassword(password);
  // Checked after hashing because the same user may have been created meanwhile.
  if (findUser(pool, input.Username)) throw new ServiceError('UsernameExistsException', 'User account already exists');
  const user = addUser(world, pool, attributes, hash);
  world.scheduleSave();
  return user;
};

const renewInvitation = async (world: CognitoState, pool: Pool, input: CreateUser, password: string): Promise<User> => {
  if (input.UserAttributes) throw notEmulated('UserAttributes together with RESEND');
  const hash = await hashPassword(password);
  const user = requireUser(pool, input.Username);
  if (user.status !== 'FORCE_CHANGE_PASSWORD') {
    throw new ServiceError(
      'UnsupportedUserStateException',
      `Resend not possible. ${user.username} status is not FORCE_CHANGE_PASSWORD`,
    );
  }
  setTemporaryPassword(world, pool, user, hash);
  return user;
};

/** As on AWS, the user remains if sending the message fails, so that the caller can resend it. */
const AdminCreateUser = operation(CreateUser, async (world, input) => {
  const pool = requirePool(world, input.UserPoolId);
  if (input.MessageAction !== 'SUPPRESS' && !input.DesiredDeliveryMediums)
    throw notEmulated('delivery by SMS, the default of DesiredDeliveryMediums');
  // A generated password contains every kind of character and is longer than any policy requires.
  const password = input.TemporaryPassword ?? `Aa1!${randomBytes(72).toString('base64url')}`;
  checkPolicy(pool, password);
  const user = await (input.MessageAction === 'RESEND' ? renewInvitation : createUser)(world, pool, input, password);
  if (input.MessageAction !== 'SUPPRESS') {
    await sendMessage(world, pool, user, {
      source: 'CustomMessage_AdminCreateUser',
      clientId: 'CLIENT_ID_NOT_APPLICABLE',
      metadata: input.ClientMetadata,
      code: password,
    });
  }
  return { User: toUserOutput(user) };
});

const forgetEmail = (pool: Pool, user: User) => {
  const key = normalizeName(user.attributes.email ?? '');
  if (pool.usersByEmail.get(key) === user) pool.usersByEmail.delete(key);
};

const Membership = z.extend(UserInput, { GroupName: z.string() });

export const adminUsers = {
  AdminCreateUser,

  AdminGetUser: operation(UserInput, (world, input) => {
    const { user } = requireUserAndPool(world, input);
    const { Attributes, ...rest } = toUserOutput(user);
    const mfaSettings = user.mfa?.isEnabled && { UserMFASettingList: ['SOFTWARE_TOKEN_MFA'] };
    return { ...rest, UserAttributes: Attributes, ...mfaSettings };
  }),

  AdminEnableUser: operation(UserInput, (world, input) => {
    const { user } = requireUserAndPool(world, input);
    user.enabled = true;
    touch(world, user);
    return {};
  }),

  /** Invalidates access tokens for good; refresh tokens work again once the user is enabled. */
  AdminDisableUser: operation(UserInput, (world, input) => {
    const { pool, user } = requireUserAndPool(world, input);
    user.enabled = false;
    for (const origin of findOrigins(pool, user)) origin.accessVoidUntil = world.now().toISOString();
    touch(world, user);
    return {};
  }),

  AdminDeleteUser: operation(UserInput, (world, input) => {
    const { pool, user } = requireUserAndPool(world, input);
    for (const origin of findOrigins(pool, user)) removeOrigin(pool, origin);
    forgetEmail(pool, user);
    pool.users.delete(user.username);
    world.scheduleSave();
    return {};
  }),

  AdminSetUserPassword: operation(
    z.extend(UserInput, { Password: z.string(), Permanent: z.optional(z.boolean()) }),
    async (world, { Password, Permanent = false, ...input }) => {
      const { pool } = requireUserAndPool(world, input);
      checkPolicy(pool, Password);
      const hash = await hashPassword(Password);
      const { user } = requireUserAndPool(world, input);
      if (Permanent) setPassword(world, user, hash);
      else setTemporaryPassword(world, pool, user, hash);
      forgetFailures(world, pool, user.username, user.attributes.email);
      return {};
    },
  ),

  /** Adding a member twice, or removing a user who is not a member, is not an error. */
  AdminAddUserToGroup: operation(Membership, (world, { GroupName, ...input }) => {
    const { pool, user } = requireUserAndPool(world, input);
    requireGroup(pool, GroupName);
    user.groups = [...user.groups.filter((name) => name !== GroupName), GroupName];
    touch(world, user);
    return {};
  }),

  AdminRemoveUserFromGroup: operation(Membership, (world, { GroupName, ...input }) => {
    const { pool, user } = requireUserAndPool(world, input);
    requireGroup(pool, GroupName);
    user.groups = user.groups.filter((name) => name !== GroupName);
    touch(world, user);
    return {};
  }),

  AdminListGroupsForUser: operation(UserInput, (world, input) => {
    const { pool, user } = requireUserAndPool(world, input);
    return { Groups: user.groups.map((GroupName) => ({ GroupName, UserPoolId: pool.id })) };
  }),
};
