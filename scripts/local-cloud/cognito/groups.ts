import * as z from 'zod/mini';
import { ServiceError } from '../aws-json.ts';
import { Limit, page, wholePage } from './lists.ts';
import { epoch, existingPool, locate, OneUser, userShape } from './lookup.ts';
import { operation, resourceNotFound } from './operation.ts';
import { touch } from './passwords.ts';
import type { Group, Pool, World } from './state.ts';

/** The input of CreateGroup, but for UserPoolId. */
export const GroupSettings = z.strictObject({
  GroupName: z.string().check(z.minLength(1), z.maxLength(128)),
  Description: z.optional(z.string().check(z.maxLength(2048))),
  Precedence: z.optional(z.int().check(z.minimum(0))),
});
export type GroupSettings = z.infer<typeof GroupSettings>;

/** Keeps the creation date of a group of this name. */
export const putGroup = (world: World, pool: Pool, { GroupName, Description, Precedence }: GroupSettings): Group => {
  const now = world.now().toISOString();
  const group: Group = {
    name: GroupName,
    ...(Description === undefined ? {} : { description: Description }),
    ...(Precedence === undefined ? {} : { precedence: Precedence }),
    createdAt: pool.groups.get(GroupName)?.createdAt ?? now,
    changedAt: now,
  };
  pool.groups.set(GroupName, group);
  world.changed();
  return group;
};

const groupShape = (pool: Pool, group: Group) => ({
  GroupName: group.name,
  UserPoolId: pool.id,
  Description: group.description,
  Precedence: group.precedence,
  CreationDate: epoch(group.createdAt),
  LastModifiedDate: epoch(group.changedAt),
});

export const createGroup = operation(
  'signed',
  z.extend(GroupSettings, { UserPoolId: z.string() }),
  (world, { UserPoolId, ...settings }) => {
    const pool = existingPool(world, UserPoolId);
    if (pool.groups.has(settings.GroupName)) {
      throw new ServiceError('GroupExistsException', 'A group with the name already exists.');
    }
    return { Group: groupShape(pool, putGroup(world, pool, settings)) };
  },
);

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
