import * as z from 'zod/mini';
import { checkGroup, existingPool, invalidParameter, operation, userShape } from './operation.ts';
import type { User } from './state.ts';

const wholePage = 60;

/** One page of users in the order of their making, and the token of the next one if there is more: the serial of the last that is shown. */
const page = (users: Iterable<User>, limit: number | undefined, token = '0') => {
  const after = Number(token);
  if (Number.isNaN(after)) throw invalidParameter('Invalid pagination token.');
  const rest = [...users].filter(({ serial }) => serial > after);
  const shown = rest.slice(0, limit || wholePage);
  return { Users: shown.map(userShape), next: rest.length > shown.length ? String(shown.at(-1)?.serial) : undefined };
};

const Limit = z.optional(z.int().check(z.minimum(0), z.maximum(60)));

export const lists = {
  ListUsers: operation(
    z.strictObject({
      UserPoolId: z.string(),
      Limit,
      PaginationToken: z.optional(z.string().check(z.minLength(1))),
    }),
    (world, { UserPoolId, Limit: limit, PaginationToken }) => {
      const { users } = existingPool(world, UserPoolId);
      const { Users, next } = page(users.values(), limit, PaginationToken);
      return { Users, PaginationToken: next };
    },
  ),

  ListUsersInGroup: operation(
    z.strictObject({ UserPoolId: z.string(), GroupName: z.string(), Limit, NextToken: z.optional(z.string()) }),
    (world, { UserPoolId, GroupName, Limit: limit, NextToken }) => {
      const pool = existingPool(world, UserPoolId);
      checkGroup(pool, GroupName);
      const members = [...pool.users.values()].filter(({ groups }) => groups.includes(GroupName));
      const { Users, next } = page(members, limit, NextToken);
      return { Users, NextToken: next };
    },
  ),
};
