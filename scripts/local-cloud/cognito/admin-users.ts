import * as z from 'zod/mini';
import { forgetEmail } from './attributes.ts';
import { forgetFailures } from './limits.ts';
import { locate, OneUser, userShape } from './lookup.ts';
import { operation } from './operation.ts';
import { checkPolicy, hashPassword, setPassword, setTemporaryPassword, touch } from './passwords.ts';
import { mfaShape } from './software-token.ts';
import { originsOf } from './tokens.ts';

export const adminUsers = {
  AdminGetUser: operation('signed', OneUser, (world, input) => {
    const { user } = locate(world, input);
    const { Attributes, ...rest } = userShape(user);
    return { ...rest, UserAttributes: Attributes, ...mfaShape(user) };
  }),

  AdminEnableUser: operation('signed', OneUser, (world, input) => {
    const { user } = locate(world, input);
    user.enabled = true;
    touch(world, user);
    return {};
  }),

  /** Access tokens are void for good; refresh tokens work again once the user is enabled. */
  AdminDisableUser: operation('signed', OneUser, (world, input) => {
    const { pool, user } = locate(world, input);
    user.enabled = false;
    for (const origin of originsOf(pool, user)) origin.accessVoidUntil = world.now().toISOString();
    touch(world, user);
    return {};
  }),

  /** Ends what the user had begun, too. */
  AdminDeleteUser: operation('signed', OneUser, (world, input) => {
    const { pool, user } = locate(world, input);
    for (const origin of originsOf(pool, user)) {
      pool.origins.delete(origin.jti);
      for (const { hash } of origin.refreshTokens) pool.originsByToken.delete(hash);
    }
    forgetEmail(pool, user);
    pool.users.delete(user.username);
    world.changed();
    return {};
  }),

  AdminSetUserPassword: operation(
    'signed',
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
};
