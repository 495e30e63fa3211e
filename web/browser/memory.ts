import type { RegionId } from '#shared/config/regions.ts';

/**
 * Runs an operation on one of the browser's storages. Returns undefined if the browser denies access or the quota is
 * exceeded, because every feature must work without storage.
 */
export const tryStorage = <T>(storage: () => Storage, work: (storage: Storage) => T): T | undefined => {
  try {
    return work(storage());
  } catch {
    return undefined;
  }
};

const wrapStorage = (storage: () => Storage) => ({
  get: (name: string): string | undefined => tryStorage(storage, (target) => target.getItem(name)) ?? undefined,
  set: (name: string, value: string) => tryStorage(storage, (target) => target.setItem(name, value)),
  remove: (name: string) => tryStorage(storage, (target) => target.removeItem(name)),
});

export const browserMemory = wrapStorage(() => localStorage);

export const tabMemory = wrapStorage(() => sessionStorage);

/** FNV-1a hash that keeps email addresses out of the browser's storage at a shared till. It is not cryptographic. */
export const hashEmail = (email: string): string => {
  let hash = 0x811c9dc5;
  for (const unit of email) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
};

/** Storage key that is unique per user, who is identified by the hash of the email address, and region. */
export const toHashedUserStorageKey = (
  name: string,
  { region, emailHash }: { readonly region: RegionId; readonly emailHash: string },
): string => `${name}.${region}.${emailHash}`;

/** Storage key that is unique per user and region and does not contain the email address. */
export const toUserStorageKey = (
  name: string,
  { region, email }: { readonly region: RegionId; readonly email: string },
): string => toHashedUserStorageKey(name, { region, emailHash: hashEmail(email) });
