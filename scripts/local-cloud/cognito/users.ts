import { randomBytes, randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { ServiceError } from '../aws-json.ts';
import { forgetFailures } from './limits.ts';
import { sendMessage } from './messages.ts';
import {
  checkGroup,
  existingPool,
  existingUser,
  findUser,
  invalidParameter,
  locate,
  nameKey,
  notEmulated,
  OneUser,
  operation,
  userShape,
} from './operation.ts';
import { checkPolicy, hashPassword, setPassword, setTemporaryPassword, temporaryUntil, touch } from './passwords.ts';
import { forgetOrigin } from './state.ts';
import type { Pool, User, World } from './state.ts';
import { originsOf } from './tokens.ts';

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

/** Of the standard attributes those that are used here; another is refused as if it were none. */
const standard = ['email', 'email_verified'];

const attributesOf = (name: string, list: CreateUser['UserAttributes'] = []): Record<string, string> => {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(name)) throw invalidParameter('Username should be an email.');
  const other = list.find(({ Name }) => !standard.includes(Name));
  if (other) throw invalidParameter(`Attributes did not conform to the schema: ${other.Name} is not in it.`);
  return { email: name, ...Object.fromEntries(list.map(({ Name, Value }) => [Name, Value])) };
};

const newUser = (world: World, pool: Pool, attributes: Record<string, string>, passwordHash: string): User => {
  const sub = randomUUID();
  const now = world.now().toISOString();
  const user: User = {
    username: sub,
    serial: ++pool.lastSerial,
    attributes: { sub, ...attributes },
    enabled: true,
    status: 'FORCE_CHANGE_PASSWORD',
    passwordHash,
    temporaryUntil: temporaryUntil(world, pool),
    groups: [],
    createdAt: now,
    changedAt: now,
  };
  pool.usersByEmail.set(nameKey(attributes['email'] ?? ''), user);
  pool.users.set(user.username, user);
  return user;
};

const create = async (world: World, pool: Pool, input: CreateUser, password: string): Promise<User> => {
  const attributes = attributesOf(input.Username, input.UserAttributes);
  const hash = await hashPassword(password);
  // Asked last: the same user may have been created while this password was hashed.
  if (findUser(pool, input.Username)) throw new ServiceError('UsernameExistsException', 'User account already exists');
  const user = newUser(world, pool, attributes, hash);
  world.changed();
  return user;
};

const renewInvitation = async (world: World, pool: Pool, input: CreateUser, password: string): Promise<User> => {
  if (input.UserAttributes) throw notEmulated('UserAttributes together with RESEND');
  const hash = await hashPassword(password);
  const user = existingUser(pool, input.Username);
  if (user.status !== 'FORCE_CHANGE_PASSWORD') {
    throw new ServiceError(
      'UnsupportedUserStateException',
      `Resend not possible. ${user.username} status is not FORCE_CHANGE_PASSWORD`,
    );
  }
  setTemporaryPassword(world, pool, user, hash);
  return user;
};

/** Like AWS, the user stays when the message fails: the caller may send it again. */
const AdminCreateUser = operation(CreateUser, async (world, input) => {
  const pool = existingPool(world, input.UserPoolId);
  if (input.MessageAction !== 'SUPPRESS' && !input.DesiredDeliveryMediums)
    throw notEmulated('delivery by SMS, the default of DesiredDeliveryMediums');
  // One made up here has signs of every kind, and more of them than any policy asks for.
  const password = input.TemporaryPassword ?? `Aa1!${randomBytes(72).toString('base64url')}`;
  checkPolicy(pool, password);
  const user = await (input.MessageAction === 'RESEND' ? renewInvitation : create)(world, pool, input, password);
  if (input.MessageAction !== 'SUPPRESS') {
    await sendMessage(world, pool, user, {
      source: 'CustomMessage_AdminCreateUser',
      clientId: 'CLIENT_ID_NOT_APPLICABLE',
      metadata: input.ClientMetadata,
      code: password,
    });
  }
  return { User: userShape(user) };
});

const forgetEmail = (pool: Pool, user: User) => {
  const key = nameKey(user.attributes.email ?? '');
  if (pool.usersByEmail.get(key) === user) pool.usersByEmail.delete(key);
};

const Membership = z.extend(OneUser, { GroupName: z.string() });

export const adminUsers = {
  AdminCreateUser,

  AdminGetUser: operation(OneUser, (world, input) => {
    const { user } = locate(world, input);
    const { Attributes, ...rest } = userShape(user);
    const factors = user.mfa?.isEnabled && { UserMFASettingList: ['SOFTWARE_TOKEN_MFA'] };
    return { ...rest, UserAttributes: Attributes, ...factors };
  }),

  AdminEnableUser: operation(OneUser, (world, input) => {
    const { user } = locate(world, input);
    user.enabled = true;
    touch(world, user);
    return {};
  }),

  /** Access tokens are void for good; refresh tokens work again once the user is enabled. */
  AdminDisableUser: operation(OneUser, (world, input) => {
    const { pool, user } = locate(world, input);
    user.enabled = false;
    for (const origin of originsOf(pool, user)) origin.accessVoidUntil = world.now().toISOString();
    touch(world, user);
    return {};
  }),

  AdminDeleteUser: operation(OneUser, (world, input) => {
    const { pool, user } = locate(world, input);
    for (const origin of originsOf(pool, user)) forgetOrigin(pool, origin);
    forgetEmail(pool, user);
    pool.users.delete(user.username);
    world.changed();
    return {};
  }),

  AdminSetUserPassword: operation(
    z.extend(OneUser, { Password: z.string(), Permanent: z.optional(z.boolean()) }),
    async (world, { Password, Permanent = false, ...input }) => {
      const { pool } = locate(world, input);
      checkPolicy(pool, Password);
      const hash = await hashPassword(Password);
      const { user } = locate(world, input);
      if (Permanent) setPassword(world, user, hash);
      else setTemporaryPassword(world, pool, user, hash);
      forgetFailures(world, pool, user.username, user.attributes.email);
      return {};
    },
  ),

  /** Adding twice is no error, and neither is removing who isn't there. */
  AdminAddUserToGroup: operation(Membership, (world, { GroupName, ...input }) => {
    const { pool, user } = locate(world, input);
    checkGroup(pool, GroupName);
    user.groups = [...user.groups.filter((name) => name !== GroupName), GroupName];
    touch(world, user);
    return {};
  }),

  AdminRemoveUserFromGroup: operation(Membership, (world, { GroupName, ...input }) => {
    const { pool, user } = locate(world, input);
    checkGroup(pool, GroupName);
    user.groups = user.groups.filter((name) => name !== GroupName);
    touch(world, user);
    return {};
  }),

  AdminListGroupsForUser: operation(OneUser, (world, input) => {
    const { pool, user } = locate(world, input);
    return { Groups: user.groups.map((GroupName) => ({ GroupName, UserPoolId: pool.id })) };
  }),
};
