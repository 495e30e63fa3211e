import * as z from 'zod/mini';
import { requireGroup, requirePool, invalidParameter, defineOperation, toUserOutput } from './operation.ts';
import type { User } from './state.ts';

const defaultPageSize = 60;

/**
 * Returns one page of users in order of creation, and the token of the next page if there is one: the serial of the
 * last user on this page.
 */
const paginate = (users: Iterable<User>, limit: number | undefined, token = '0') => {
  const previousSerial = Number(token);
  if (Number.isNaN(previousSerial)) throw invalidParameter('Invalid pagination token.');
  const remainingUsers = [...users].filter(({ serial }) => serial > previousSerial);
  const pageUsers = remainingUsers.slice(0, limit || defaultPageSize);
  return {
    Users: pageUsers.map(toUserOutput),
    nextToken: remainingUsers.length > pageUsers.length ? String(pageUsers.at(-1)?.serial) : undefined,
  };
};

const Limit = z.optional(z.int().check(z.minimum(0), z.maximum(60)));

export const listOperations = {
  ListUsers: defineOperation(
    z.strictObject({
      UserPoolId: z.string(),
      Limit,
      PaginationToken: z.optional(z.string().check(z.minLength(1))),
    }),
    (state, { UserPoolId, Limit: limit, PaginationToken }) => {
      const { users } = requirePool(state, UserPoolId);
      const { Users, nextToken } = paginate(users.values(), limit, PaginationToken);
      return { Users, PaginationToken: nextToken };
    },
  ),

  ListUsersInGroup: defineOperation(
    z.strictObject({ UserPoolId: z.string(), GroupName: z.string(), Limit, NextToken: z.optional(z.string()) }),
    (state, { UserPoolId, GroupName, Limit: limit, NextToken }) => {
      const pool = requirePool(state, UserPoolId);
      requireGroup(pool, GroupName);
      const members = [...pool.users.values()].filter(({ groups }) => groups.includes(GroupName));
      const { Users, nextToken } = paginate(members, limit, NextToken);
      return { Users, NextToken: nextToken };
    },
  ),
};
