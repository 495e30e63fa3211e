import { checkClientSettings, ClientSettings } from './client-settings.ts';
import { addClient } from './clients.ts';
import { GroupSettings, putGroup } from './groups.ts';
import { existingPool } from './lookup.ts';
import { parseInput } from './operation.ts';
import { PoolSettings } from './pool-settings.ts';
import { addPool } from './pools.ts';
import type { World } from './state.ts';

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** The pool of this logical id: made, or brought to these settings. Throws where AWS would replace it. */
export const ensureUserPool = async (world: World, logicalId: string, input: unknown) => {
  const settings = parseInput(PoolSettings, input);
  const existing = [...world.pools.values()].find((pool) => pool.logicalId === logicalId);
  if (!existing) {
    const { id, arn } = await addPool(world, settings, logicalId);
    return { id, arn };
  }
  // CloudFormation would replace the pool, and its users with it.
  if (!same(existing.settings.Schema, settings.Schema))
    throw new Error(`The schema of the user pool ${logicalId} cannot change: begin with new data`);
  if (!same(existing.settings, settings)) {
    existing.settings = settings;
    existing.changedAt = world.now().toISOString();
    world.changed();
  }
  return { id: existing.id, arn: existing.arn };
};

/** The pool's client of this ClientName: made, or brought to these settings. */
export const ensureClient = (world: World, poolId: string, input: unknown) => {
  const settings = parseInput(ClientSettings, input);
  const pool = existingPool(world, poolId);
  const existing = [...pool.clients.values()].find((client) => client.settings.ClientName === settings.ClientName);
  if (!existing) {
    const { id, secret } = addClient(world, pool, settings);
    return { id, secret };
  }
  checkClientSettings(settings);
  if (!same(existing.settings, settings)) {
    existing.settings = settings;
    existing.changedAt = world.now().toISOString();
    world.changed();
  }
  return { id: existing.id, secret: existing.secret };
};

/** The pool's group of this GroupName: made, or brought to these settings. */
export const ensureGroup = (world: World, poolId: string, input: unknown) => {
  const settings = parseInput(GroupSettings, input);
  const pool = existingPool(world, poolId);
  const group = pool.groups.get(settings.GroupName);
  const isSame = group && same([group.description, group.precedence], [settings.Description, settings.Precedence]);
  if (!isSame) putGroup(world, pool, settings);
};
