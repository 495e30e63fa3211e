/** The next line, one that is being changed, what a file has brought, and a row of it that is being corrected. */
type Scope = 'entry' | 'line' | 'file' | 'row';

/** Lines that are not part of the return yet. Whoever sends it asks here first, so that none is left out unnoticed. */
export const createUnfinished = () => {
  const open = new Map<Scope, () => void>();
  return {
    /** There is something from now on; `complain` says that it isn't finished. What this returns ends that. */
    begin: (scope: Scope, complain: () => void) => {
      open.set(scope, complain);
      return () => void open.delete(scope);
    },
    /** Whether there is one of these, which then says so. */
    complain: (...scopes: readonly Scope[]): boolean => {
      const [first] = scopes.flatMap((scope) => open.get(scope) ?? []);
      first?.();
      return first !== undefined;
    },
  };
};
