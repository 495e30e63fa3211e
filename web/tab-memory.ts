/** What one tab remembers over document loads. A browser may refuse storage: then nothing is remembered. */
export const tabMemory = {
  get: (name: string): string | undefined => {
    try {
      return sessionStorage.getItem(name) ?? undefined;
    } catch {
      return undefined;
    }
  },
  set: (name: string, value: string) => {
    try {
      sessionStorage.setItem(name, value);
    } catch {
      // Everything that is remembered can be done without.
    }
  },
  remove: (name: string) => {
    try {
      sessionStorage.removeItem(name);
    } catch {
      // What was never kept needs no removal.
    }
  },
};
