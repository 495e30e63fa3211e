import type { Session } from '#web/session/session-store.ts';

/** What is remembered under names, in one of the browser's storages. A browser may refuse them: then nothing is remembered. */
export const memoryIn = (storage: () => Storage) => ({
  get: (name: string): string | undefined => {
    try {
      return storage().getItem(name) ?? undefined;
    } catch {
      return undefined;
    }
  },
  set: (name: string, value: string) => {
    try {
      storage().setItem(name, value);
    } catch {
      // Everything that is remembered can be done without.
    }
  },
  remove: (name: string) => {
    try {
      storage().removeItem(name);
    } catch {
      // What was never kept needs no removal.
    }
  },
});

/** What a browser remembers until it is told to forget. */
export const browserMemory = memoryIn(() => localStorage);

/** FNV-1a: no secret, only so short that a shared till's browser keeps no list of its users' addresses. */
const markOf = (text: string) => {
  let mark = 0x811c9dc5;
  for (const unit of text) mark = Math.imul(mark ^ (unit.codePointAt(0) ?? 0), 0x01000193);
  return (mark >>> 0).toString(36);
};

/** A name of each user's own: those who share a browser don't find each other's choices. */
export const ownName = (name: string, { region, email }: Pick<Session, 'region' | 'email'>) =>
  `${name}.${region}.${markOf(email)}`;

/** What one tab remembers over document loads. */
export const tabMemory = memoryIn(() => sessionStorage);
