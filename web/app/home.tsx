import { isInAudience, repairsAudience } from '#shared/policies.ts';
import { HomePage } from '#web/features/home/home-page.tsx';
import type { Panel } from '#web/features/home/home-page.tsx';
import { LatestRepairs } from '#web/features/repairs/latest-repairs.tsx';
import { useSession } from '#web/session.ts';

/** The home page with the panels that the user may see. */
export const Home = () => {
  const session = useSession();
  const panels: Panel[] = session && isInAudience(session, repairsAudience) ? [{ name: 'repairs', content: <LatestRepairs /> }] : [];
  return <HomePage panels={panels} />;
};
