import { randomBytes, randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { ServiceError } from '../aws-json.ts';
import { isEmail, readAttributes, nameKey } from './attributes.ts';
import type { AttributeList } from './attributes.ts';
import { existingPool, existingUser, findUser, userShape } from './lookup.ts';
import { sendMessage } from './messages.ts';
import { invalidParameter, notEmulated, operation } from './operation.ts';
import { checkPolicy, hashPassword, setTemporaryPassword, temporaryUntil } from './passwords.ts';
import type { Pool, User, World } from './state.ts';

const CreateUser = z.strictObject({
  UserPoolId: z.string(),
  Username: z.string().check(z.minLength(1), z.maxLength(128)),
  UserAttributes: z.optional(z.array(z.strictObject({ Name: z.string(), Value: z.optional(z.string()) }))),
  TemporaryPassword: z.optional(z.string()),
  MessageAction: z.optional(z.enum(['RESEND', 'SUPPRESS'])),
  DesiredDeliveryMediums: z.optional(z.tuple([z.literal('EMAIL')])),
  ClientMetadata: z.optional(z.record(z.string(), z.string())),
});
type CreateUser = z.infer<typeof CreateUser>;

const usernameExists = () => new ServiceError('UsernameExistsException', 'User account already exists');

const attributesOf = (name: string, list: AttributeList): Record<string, string> => {
  if (!isEmail(name)) throw invalidParameter('Username should be an email.');
  const given = readAttributes(list);
  if (given.email !== undefined && nameKey(given.email) !== nameKey(name))
    throw invalidParameter('The email attribute must be the username.');
  return { email: name, ...given };
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
  const attributes = attributesOf(input.Username, input.UserAttributes ?? []);
  if (findUser(pool, input.Username)) throw usernameExists();
  const hash = await hashPassword(password);
  // Asked again: the same user may have been created while this password was hashed.
  if (findUser(pool, input.Username)) throw usernameExists();
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
export const AdminCreateUser = operation('signed', CreateUser, async (world, input) => {
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
