import * as z from 'zod/mini';
import { ServiceError } from '../aws-json.ts';
import { isEmail, readAttributes } from './attributes.ts';
import type { AttributeList } from './attributes.ts';
import { newTemporaryPassword, newUuid } from './ids.ts';
import { existingPool, existingUser, findUser, nameKey, userShape } from './lookup.ts';
import { sendInvitation } from './messages.ts';
import { invalidParameter, notEmulated, operation } from './operation.ts';
import { checkPolicy, hashPassword, setTemporaryPassword, temporaryUntil } from './passwords.ts';
import { passwordPolicy } from './pool-settings.ts';
import type { Pool, User, World } from './state.ts';

const CreateUser = z.strictObject({
  UserPoolId: z.string(),
  Username: z.string().check(z.minLength(1), z.maxLength(128)),
  UserAttributes: z.optional(z.array(z.strictObject({ Name: z.string(), Value: z.optional(z.string()) }))),
  TemporaryPassword: z.optional(z.string()),
  ForceAliasCreation: z.optional(z.literal(false)),
  MessageAction: z.optional(z.enum(['RESEND', 'SUPPRESS'])),
  DesiredDeliveryMediums: z.optional(z.array(z.enum(['EMAIL', 'SMS']))),
  ClientMetadata: z.optional(z.record(z.string(), z.string())),
});
type CreateUser = z.infer<typeof CreateUser>;

const usernameExists = () => new ServiceError('UsernameExistsException', 'User account already exists');

const attributesOf = (pool: Pool, name: string, list: AttributeList): Record<string, string> => {
  if (!isEmail(name)) throw invalidParameter('Username should be an email.');
  const given = readAttributes(pool.settings, list);
  if (given.email !== undefined && nameKey(given.email) !== nameKey(name))
    throw invalidParameter('The email attribute must be the username.');
  return { email: name, ...given };
};

const newUser = (world: World, pool: Pool, attributes: Record<string, string>, passwordHash: string): User => {
  const sub = newUuid();
  const now = world.now().toISOString();
  const user: User = {
    username: sub,
    serial: ++pool.lastSerial,
    attributes: { sub, ...attributes },
    enabled: true,
    status: 'FORCE_CHANGE_PASSWORD',
    passwordHash,
    temporaryUntil: temporaryUntil(world, pool.settings),
    groups: [],
    createdAt: now,
    changedAt: now,
  };
  if (attributes['email'] !== undefined) pool.usersByEmail.set(nameKey(attributes['email']), user);
  pool.users.set(user.username, user);
  return user;
};

const checkDelivery = ({ MessageAction, DesiredDeliveryMediums = ['SMS'] }: CreateUser) => {
  const wanted = DesiredDeliveryMediums.join() === 'EMAIL';
  if (MessageAction !== 'SUPPRESS' && !wanted)
    throw notEmulated('delivery by SMS, the default of DesiredDeliveryMediums');
};

const create = async (world: World, pool: Pool, input: CreateUser, password: string): Promise<User> => {
  const attributes = attributesOf(pool, input.Username, input.UserAttributes ?? []);
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
  setTemporaryPassword(world, pool.settings, user, hash);
  return user;
};

/** Like AWS, the user stays when the message fails: the caller may send it again. */
export const adminCreateUser = operation('signed', CreateUser, async (world, input) => {
  const pool = existingPool(world, input.UserPoolId);
  checkDelivery(input);
  const password =
    input.TemporaryPassword ?? newTemporaryPassword(Math.max(passwordPolicy(pool.settings).MinimumLength, 12));
  checkPolicy(pool.settings, password);
  const user = await (input.MessageAction === 'RESEND' ? renewInvitation : create)(world, pool, input, password);
  if (input.MessageAction !== 'SUPPRESS') {
    if (user.attributes.email === undefined)
      throw new ServiceError('CodeDeliveryFailureException', 'The user has no email address.');
    await sendInvitation(world, pool, user, password, input.ClientMetadata);
  }
  return { User: userShape(user) };
});
