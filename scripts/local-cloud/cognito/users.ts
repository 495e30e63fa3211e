import { randomBytes, randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { ServiceError } from '../aws-json.ts';
import { clearFailures } from './limits.ts';
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
  defineOperation,
  toUserOutput,
} from './operation.ts';
import {
  checkPolicy,
  hashPassword,
  setPassword,
  setTemporaryPassword,
  computeTemporaryPasswordExpiry,
  markChanged,
} from './passwords.ts';
import { removeTokenFamily } from './state.ts';
import type { Pool, User, CognitoState } from './state.ts';
import { findTokenFamilies } from './tokens.ts';

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

const addUser = (state: CognitoState, pool: Pool, attributes: Record<string, string>, passwordHash: string): User => {
  const sub = randomUUID();
  const now = state.now().toISOString();
  const user: User = {
    username: sub,
    serial: ++pool.lastSerial,
    attributes: { sub, ...attributes },
    enabled: true,
    status: 'FORCE_CHANGE_PASSWORD',
    passwordHash,
    temporaryUntil: computeTemporaryPasswordExpiry(state, pool),
    groups: [],
    createdAt: now,
    changedAt: now,
  };
  pool.usersByEmail.set(normalizeName(attributes['email'] ?? ''), user);
  pool.users.set(user.username, user);
  return user;
};

const createUser = async (state: CognitoState, pool: Pool, input: CreateUser, password: string): Promise<User> => {
  const attributes = toAttributes(input.Username, input.UserAttributes);
  const hash = await hashPassword(password);
  // The user is looked up after hashing, because it may have been created meanwhile.
  if (findUser(pool, input.Username)) throw new ServiceError('UsernameExistsException', 'User account already exists');
  const user = addUser(state, pool, attributes, hash);
  state.scheduleSave();
  return user;
};

const renewInvitation = async (state: CognitoState, pool: Pool, input: CreateUser, password: string): Promise<User> => {
  if (input.UserAttributes) throw notEmulated('UserAttributes together with RESEND');
  const hash = await hashPassword(password);
  const user = requireUser(pool, input.Username);
  if (user.status !== 'FORCE_CHANGE_PASSWORD') {
    throw new ServiceError(
      'UnsupportedUserStateException',
      `Resend not possible. ${user.username} status is not FORCE_CHANGE_PASSWORD`,
    );
  }
  setTemporaryPassword(state, pool, user, hash);
  return user;
};

/** As on AWS, the user remains if sending the message fails, so that the caller can resend it. */
const AdminCreateUser = defineOperation(CreateUser, async (state, input) => {
  const pool = requirePool(state, input.UserPoolId);
  if (input.MessageAction !== 'SUPPRESS' && !input.DesiredDeliveryMediums)
    throw notEmulated('delivery by SMS, the default of DesiredDeliveryMediums');
  // A generated password contains every kind of character and is longer than any policy requires.
  const password = input.TemporaryPassword ?? `Aa1!${randomBytes(72).toString('base64url')}`;
  checkPolicy(pool, password);
  const user = await (input.MessageAction === 'RESEND' ? renewInvitation : createUser)(state, pool, input, password);
  if (input.MessageAction !== 'SUPPRESS') {
    await sendMessage(state, pool, user, {
      source: 'CustomMessage_AdminCreateUser',
      clientId: 'CLIENT_ID_NOT_APPLICABLE',
      metadata: input.ClientMetadata,
      code: password,
    });
  }
  return { User: toUserOutput(user) };
});

const removeEmail = (pool: Pool, user: User) => {
  const key = normalizeName(user.attributes.email ?? '');
  if (pool.usersByEmail.get(key) === user) pool.usersByEmail.delete(key);
};

const Membership = z.extend(UserInput, { GroupName: z.string() });

export const adminUserOperations = {
  AdminCreateUser,

  AdminGetUser: defineOperation(UserInput, (state, input) => {
    const { user } = requireUserAndPool(state, input);
    const { Attributes, ...otherFields } = toUserOutput(user);
    const mfaSettings = user.mfa?.isEnabled && { UserMFASettingList: ['SOFTWARE_TOKEN_MFA'] };
    return { ...otherFields, UserAttributes: Attributes, ...mfaSettings };
  }),

  AdminEnableUser: defineOperation(UserInput, (state, input) => {
    const { user } = requireUserAndPool(state, input);
    user.enabled = true;
    markChanged(state, user);
    return {};
  }),

  /** Invalidates access tokens for good; refresh tokens work again once the user is enabled. */
  AdminDisableUser: defineOperation(UserInput, (state, input) => {
    const { pool, user } = requireUserAndPool(state, input);
    user.enabled = false;
    for (const family of findTokenFamilies(pool, user)) family.accessVoidUntil = state.now().toISOString();
    markChanged(state, user);
    return {};
  }),

  AdminDeleteUser: defineOperation(UserInput, (state, input) => {
    const { pool, user } = requireUserAndPool(state, input);
    for (const family of findTokenFamilies(pool, user)) removeTokenFamily(pool, family);
    removeEmail(pool, user);
    pool.users.delete(user.username);
    state.scheduleSave();
    return {};
  }),

  AdminSetUserPassword: defineOperation(
    z.extend(UserInput, { Password: z.string(), Permanent: z.optional(z.boolean()) }),
    async (state, { Password, Permanent = false, ...input }) => {
      const { pool } = requireUserAndPool(state, input);
      checkPolicy(pool, Password);
      const hash = await hashPassword(Password);
      const { user } = requireUserAndPool(state, input);
      if (Permanent) setPassword(state, user, hash);
      else setTemporaryPassword(state, pool, user, hash);
      clearFailures(state, pool, user.username, user.attributes.email);
      return {};
    },
  ),

  /** Adding a member twice, or removing a user who is not a member, is not an error. */
  AdminAddUserToGroup: defineOperation(Membership, (state, { GroupName, ...input }) => {
    const { pool, user } = requireUserAndPool(state, input);
    requireGroup(pool, GroupName);
    user.groups = [...user.groups.filter((name) => name !== GroupName), GroupName];
    markChanged(state, user);
    return {};
  }),

  AdminRemoveUserFromGroup: defineOperation(Membership, (state, { GroupName, ...input }) => {
    const { pool, user } = requireUserAndPool(state, input);
    requireGroup(pool, GroupName);
    user.groups = user.groups.filter((name) => name !== GroupName);
    markChanged(state, user);
    return {};
  }),

  AdminListGroupsForUser: defineOperation(UserInput, (state, input) => {
    const { pool, user } = requireUserAndPool(state, input);
    return { Groups: user.groups.map((GroupName) => ({ GroupName, UserPoolId: pool.id })) };
  }),
};
