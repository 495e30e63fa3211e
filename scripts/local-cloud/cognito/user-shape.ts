import { listAttributes } from './attributes.ts';
import { epoch } from './lookup.ts';
import type { User } from './state.ts';

/** A user as AdminCreateUser and the lists show it. */
export const userShape = (user: User) => ({
  Username: user.username,
  Attributes: listAttributes(user),
  UserCreateDate: epoch(user.createdAt),
  UserLastModifiedDate: epoch(user.changedAt),
  Enabled: user.enabled,
  UserStatus: user.status,
});
