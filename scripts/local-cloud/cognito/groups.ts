import * as z from 'zod/mini';
import { CognitoError } from './errors.ts';
import { epoch, existingPool } from './lookup.ts';
import { operation } from './operation.ts';
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

export const groupShape = (pool: Pool, group: Group) => ({
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
      throw new CognitoError('GroupExistsException', 'A group with the name already exists.');
    }
    return { Group: groupShape(pool, putGroup(world, pool, settings)) };
  },
);
