import * as z from 'zod/mini';
import { CognitoError } from './errors.ts';
import { existingPool, poolOfClient } from './lookup.ts';
import { operation } from './operation.ts';
import { checkSecret } from './secret-hash.ts';
import { signOutEverywhere, tokenHash } from './tokens.ts';
import { existingUser } from './user-names.ts';

/** Ends one sign-in: its refresh tokens and the access tokens made with them. An unknown token is no error. */
export const revokeToken = operation(
  'open',
  z.strictObject({ Token: z.string(), ClientId: z.string(), ClientSecret: z.optional(z.string()) }),
  (world, { Token, ClientId, ClientSecret }) => {
    const { pool, client } = poolOfClient(world, ClientId);
    checkSecret(client, ClientSecret, 'UnauthorizedException');
    // An access or id token has three parts, a refresh token five.
    if (Token.split('.').length === 3)
      throw new CognitoError('UnsupportedTokenTypeException', 'Unsupported token type');
    const origin = pool.originsByToken.get(tokenHash(Token));
    if (!origin) return {};
    if (origin.clientId !== ClientId)
      throw new CognitoError('UnauthorizedException', 'The token was issued to another client');
    origin.revoked = true;
    world.changed();
    return {};
  },
);

export const adminUserGlobalSignOut = operation(
  'signed',
  z.strictObject({ UserPoolId: z.string(), Username: z.string() }),
  (world, { UserPoolId, Username }) => {
    const pool = existingPool(world, UserPoolId);
    signOutEverywhere(world, pool, existingUser(pool, Username));
    return {};
  },
);
