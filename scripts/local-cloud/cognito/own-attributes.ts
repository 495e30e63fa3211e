import * as z from 'zod/mini';
import { removeUser } from './admin-users.ts';
import { checkFree, checkMutable, readAttributes, setEmail } from './attributes.ts';
import { canWrite } from './client-settings.ts';
import { codeHash, codeMismatch, expiredCode, sentTo } from './codes.ts';
import { invalidParameter, notAuthorized } from './errors.ts';
import { newCode } from './ids.ts';
import { sendAttributeCode } from './messages.ts';
import { operation } from './operation.ts';
import { userOfToken } from './own-account.ts';
import { touch } from './passwords.ts';
import type { Client, Pool, User, World } from './state.ts';

const codeLifeMs = 24 * 3_600_000;
const metadata = z.optional(z.record(z.string(), z.string()));

/** Sends a code that proves an address, which is the user's already or becomes theirs by it. */
const sendCode = async (
  world: World,
  { pool, client, user }: { pool: Pool; client: Client; user: User },
  email: string,
  clientMetadata: z.infer<typeof metadata>,
) => {
  const code = newCode();
  const expiresAt = new Date(world.now().getTime() + codeLifeMs).toISOString();
  user.emailCode = { hash: codeHash(user, code), expiresAt, email };
  world.changed();
  await sendAttributeCode(
    world,
    pool,
    client,
    { ...user, attributes: { ...user.attributes, email } },
    code,
    clientMetadata,
  );
  return sentTo(email);
};

/**
 * An address that the pool proves before it changes waits for its code, and the old one stays; any other takes its place at once, unproved.
 * Throws NotAuthorizedException for what the client may not write, InvalidParameterException for what the schema fixes.
 */
export const updateUserAttributes = operation(
  'open',
  z.strictObject({
    AccessToken: z.string(),
    UserAttributes: z.array(z.strictObject({ Name: z.string(), Value: z.optional(z.string()) })),
    ClientMetadata: metadata,
  }),
  async (world, { AccessToken, UserAttributes, ClientMetadata }) => {
    const found = userOfToken(world, AccessToken);
    const { pool, client, user } = found;
    if (!UserAttributes.every(({ Name }) => canWrite(client.settings, Name)))
      throw notAuthorized('A client attempted to write unauthorized attribute');
    checkMutable(pool.settings, UserAttributes);
    const { email, ...others } = readAttributes(pool.settings, UserAttributes);
    if (email !== undefined) checkFree(pool, user, email);
    Object.assign(user.attributes, others);
    touch(world, user);
    if (email === undefined || email === user.attributes.email) return { CodeDeliveryDetailsList: [] };
    const isProvedFirst =
      pool.settings.UserAttributeUpdateSettings?.AttributesRequireVerificationBeforeUpdate?.includes('email') ?? false;
    if (!isProvedFirst) {
      setEmail(pool, user, email);
      user.attributes.email_verified = 'false';
      touch(world, user);
    }
    if (!pool.settings.AutoVerifiedAttributes?.includes('email')) return { CodeDeliveryDetailsList: [] };
    const { CodeDeliveryDetails } = await sendCode(world, found, email, ClientMetadata);
    return { CodeDeliveryDetailsList: [CodeDeliveryDetails] };
  },
);

const emailOnly = z.literal('email');

export const getUserAttributeVerificationCode = operation(
  'open',
  z.strictObject({ AccessToken: z.string(), AttributeName: emailOnly, ClientMetadata: metadata }),
  (world, { AccessToken, ClientMetadata }) => {
    const found = userOfToken(world, AccessToken);
    const { email } = found.user.attributes;
    if (email === undefined) throw invalidParameter('User does not have the attribute email.');
    return sendCode(world, found, email, ClientMetadata);
  },
);

/** Throws CodeMismatchException or ExpiredCodeException. */
export const verifyUserAttribute = operation(
  'open',
  z.strictObject({ AccessToken: z.string(), AttributeName: emailOnly, Code: z.string() }),
  (world, { AccessToken, Code }) => {
    const { pool, user } = userOfToken(world, AccessToken);
    const { emailCode } = user;
    if (!emailCode) throw expiredCode();
    if (codeHash(user, Code) !== emailCode.hash) throw codeMismatch();
    if (world.now().toISOString() >= emailCode.expiresAt) throw expiredCode();
    setEmail(pool, user, emailCode.email);
    user.attributes.email_verified = 'true';
    delete user.emailCode;
    touch(world, user);
    return {};
  },
);

export const deleteUser = operation('open', z.strictObject({ AccessToken: z.string() }), (world, { AccessToken }) => {
  const { pool, user } = userOfToken(world, AccessToken);
  removeUser(world, pool, user);
  return {};
});
