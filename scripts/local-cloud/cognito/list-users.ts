import * as z from 'zod/mini';
import { isAttribute } from './attributes.ts';
import { invalidParameter } from './errors.ts';
import { existingPool } from './lookup.ts';
import { operation } from './operation.ts';
import { page } from './pages.ts';
import { userShape } from './user-shape.ts';

export const Limit = z.optional(z.int().check(z.minimum(0), z.maximum(60)));
/** The most of anything on one page, and the default. */
export const wholePage = 60;

export const listUsers = operation(
  'signed',
  z.strictObject({
    UserPoolId: z.string(),
    AttributesToGet: z.optional(z.array(z.string())),
    Limit,
    PaginationToken: z.optional(z.string().check(z.minLength(1))),
  }),
  (world, { UserPoolId, AttributesToGet, Limit: limit, PaginationToken }) => {
    const pool = existingPool(world, UserPoolId);
    if (AttributesToGet?.some((name) => !isAttribute(pool.settings, name))) {
      throw invalidParameter('One or more requested attributes do not exist.');
    }
    const list = `users ${UserPoolId}`;
    const all = [...pool.users.values()];
    const { shown, next } = page(all, (user) => user.serial, list, limit || wholePage, PaginationToken);
    const Users = shown.map(userShape).map((user) => ({
      ...user,
      Attributes: user.Attributes.filter(({ Name }) => AttributesToGet?.includes(Name) ?? true),
    }));
    return { Users, PaginationToken: next };
  },
);
