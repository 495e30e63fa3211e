import { passwordPolicy } from './pool-settings.ts';
import type { PoolSettings } from './pool-settings.ts';
import type { User, World } from './state.ts';

/** A password of the user's own: the account is confirmed. Sessions go on, as on AWS. */
export const setPassword = (world: World, user: User, passwordHash: string) => {
  user.passwordHash = passwordHash;
  user.status = 'CONFIRMED';
  delete user.temporaryUntil;
  delete user.resetCode;
  touch(world, user);
};

/** A password to be replaced at the next sign-in, while it is valid. */
export const setTemporaryPassword = (world: World, settings: PoolSettings, user: User, passwordHash: string) => {
  user.passwordHash = passwordHash;
  user.status = 'FORCE_CHANGE_PASSWORD';
  user.temporaryUntil = temporaryUntil(world, settings);
  touch(world, user);
};

export const temporaryUntil = (world: World, settings: PoolSettings) =>
  new Date(world.now().getTime() + passwordPolicy(settings).TemporaryPasswordValidityDays * 86_400_000).toISOString();

export const touch = (world: World, user: User) => {
  user.changedAt = world.now().toISOString();
  world.changed();
};
