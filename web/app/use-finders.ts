import { isInAudience, repairsAudience } from '#shared/api/policies.ts';
import type { Finder } from '#web/features/records/find/finder.ts';
import { createFinder } from '#web/features/records/find/finder.ts';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { useSession } from '#web/session/session-store.ts';

const findRepairs = createFinder(repairKind);

/** Imports the returns catalogue lazily, only for users who may see returns. */
const findReturns: Finder = async (...args) => {
  const { returnKind } = await import('#web/features/returns/return-kind.ts');
  return createFinder(returnKind)(...args);
};

export const useFinders = (): readonly Finder[] => {
  const session = useSession();
  return [
    ...(session && isInAudience(session, repairsAudience) ? [findRepairs] : []),
    ...(session?.isRegisterReturnsAllowed ? [findReturns] : []),
  ];
};
