import type { RegionId } from '#shared/regions.ts';

/** Works on one of the browser's storages. Undefined where the browser refuses it, or has no room: storage can always be done without. */
export const tryStorage = <T>(storage: () => Storage, work: (storage: Storage) => T): T | undefined => {
  try {
    return work(storage());
  } catch {
    return undefined;
  }
};

const memoryIn = (storage: () => Storage) => ({
  get: (name: string): string | undefined => tryStorage(storage, (kept) => kept.getItem(name)) ?? undefined,
  set: (name: string, value: string) => tryStorage(storage, (kept) => kept.setItem(name, value)),
  remove: (name: string) => tryStorage(storage, (kept) => kept.removeItem(name)),
});

export const browserMemory = memoryIn(() => localStorage);

export const tabMemory = memoryIn(() => sessionStorage);

/** FNV-1a: no secret, only so short that a shared till's browser keeps no list of its users' addresses. */
const hashOf = (text: string) => {
  let hash = 0x811c9dc5;
  for (const unit of text) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
};

export const ownName = (
  name: string,
  { region, email }: { readonly region: RegionId; readonly email: string },
): string => `${name}.${region}.${hashOf(email)}`;
