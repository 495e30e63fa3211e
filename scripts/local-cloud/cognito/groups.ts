import * as z from 'zod/mini';
import { Limit, page, wholePage } from './lists.ts';
import { existingPool, locate, OneUser, userShape } from './lookup.ts';
import { operation, resourceNotFound } from './operation.ts';
import { touch } from './passwords.ts';
import type { Pool } from './state.ts';

const checkGroup = (pool: Pool, name: string) => {
  if (!pool.groups.has(name)) throw resourceNotFound('Group not found.');
};

const Membership = z.extend(OneUser, { GroupName: z.string() });

export const memberships = {
  /** Adding twice is no error, and neither is removing who isn't there. */
  AdminAddUserToGroup: operation('signed', Membership, (world, { GroupName, ...input }) => {
    const { pool, user } = locate(world, input);
    checkGroup(pool, GroupName);
    user.groups = [...user.groups.filter((name) => name !== GroupName), GroupName];
    touch(world, user);
    return {};
  }),

  AdminRemoveUserFromGroup: operation('signed', Membership, (world, { GroupName, ...input }) => {
    const { pool, user } = locate(world, input);
    checkGroup(pool, GroupName);
    user.groups = user.groups.filter((name) => name !== GroupName);
    touch(world, user);
    return {};
  }),

  AdminListGroupsForUser: operation(
    'signed',
    z.extend(OneUser, { Limit, NextToken: z.optional(z.string()) }),
    (world, { Limit: limit, NextToken, ...input }) => {
      const { pool, user } = locate(world, input);
      const numbered = user.groups.map((GroupName, serial) => ({ GroupName, serial }));
      const list = `groups of ${user.username}`;
      const { shown, next } = page(numbered, ({ serial }) => serial, list, limit || wholePage, NextToken);
      return { Groups: shown.map(({ GroupName }) => ({ GroupName, UserPoolId: pool.id })), NextToken: next };
    },
  ),

  /** In the order in which the users were made. */
  ListUsersInGroup: operation(
    'signed',
    z.strictObject({ UserPoolId: z.string(), GroupName: z.string(), Limit, NextToken: z.optional(z.string()) }),
    (world, { UserPoolId, GroupName, Limit: limit, NextToken }) => {
      const pool = existingPool(world, UserPoolId);
      checkGroup(pool, GroupName);
      const members = [...pool.users.values()].filter(({ groups }) => groups.includes(GroupName));
      const list = `members of ${UserPoolId} ${GroupName}`;
      const { shown, next } = page(members, ({ serial }) => serial, list, limit || wholePage, NextToken);
      return { Users: shown.map(userShape), NextToken: next };
    },
  ),
};
