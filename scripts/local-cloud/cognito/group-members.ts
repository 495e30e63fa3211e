import * as z from 'zod/mini';
import { locate, OneUser } from './admin-users.ts';
import { resourceNotFound } from './errors.ts';
import { groupShape } from './groups.ts';
import { Limit, wholePage } from './list-users.ts';
import { existingPool } from './lookup.ts';
import { operation } from './operation.ts';
import { page } from './pages.ts';
import { touch } from './passwords.ts';
import type { Pool } from './state.ts';
import { userShape } from './user-shape.ts';

const checkGroup = (pool: Pool, name: string) => {
  if (!pool.groups.has(name)) throw resourceNotFound('Group not found.');
};

const Membership = z.extend(OneUser, { GroupName: z.string() });

/** Adding twice is no error, and neither is removing who isn't there. */
export const adminAddUserToGroup = operation('signed', Membership, (world, { GroupName, ...input }) => {
  const { pool, user } = locate(world, input);
  checkGroup(pool, GroupName);
  user.groups = [...user.groups.filter((name) => name !== GroupName), GroupName];
  touch(world, user);
  return {};
});

export const adminRemoveUserFromGroup = operation('signed', Membership, (world, { GroupName, ...input }) => {
  const { pool, user } = locate(world, input);
  checkGroup(pool, GroupName);
  user.groups = user.groups.filter((name) => name !== GroupName);
  touch(world, user);
  return {};
});

export const adminListGroupsForUser = operation(
  'signed',
  z.extend(OneUser, { Limit, NextToken: z.optional(z.string()) }),
  (world, { Limit: limit, NextToken, ...input }) => {
    const { pool, user } = locate(world, input);
    const groups = user.groups
      .flatMap((name) => pool.groups.get(name) ?? [])
      .map((group, serial) => ({ group, serial }));
    const { shown, next } = page(
      groups,
      ({ serial }) => serial,
      `groups of ${user.username}`,
      limit || wholePage,
      NextToken,
    );
    return { Groups: shown.map(({ group }) => groupShape(pool, group)), NextToken: next };
  },
);

/** In the order in which the users were made. */
export const listUsersInGroup = operation(
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
);
