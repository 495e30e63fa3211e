import { isInAudience, repairsAudience } from '#shared/policies.ts';
import { HomePage } from '#web/features/home/home-page.tsx';
import type { Panel } from '#web/features/home/home-page.tsx';
import { LatestRepairs } from '#web/features/repairs/latest-repairs.tsx';
import { useSession } from '#web/session/session-store.ts';
import { lazily } from '#web/ui/lazily.tsx';

/** With its catalogue: only for those who may see returns. */
const { Lazy: LatestReturns } = lazily(
  async () => (await import('#web/features/returns/latest-returns.tsx')).LatestReturns,
);

/** The home page with the panels that the user may see; returns only where the region has them. */
export const Home = () => {
  const session = useSession();
  const panels: Panel[] = [
    ...(session && isInAudience(session, repairsAudience) ? [{ name: 'repairs', content: <LatestRepairs /> }] : []),
    ...(session?.isRegisterReturnsAllowed ? [{ name: 'returns', content: <LatestReturns /> }] : []),
  ];
  return <HomePage panels={panels} />;
};
