import { isInAudience, repairsAudience } from '#shared/policies.ts';
import { HomePage } from '#web/features/home/home-page.tsx';
import type { Panel } from '#web/features/home/home-page.tsx';
import { LatestPanel } from '#web/features/records/latest-panel.tsx';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { useSession } from '#web/session/session-store.ts';
import { lazily } from '#web/ui/lazily.tsx';
import { ParkedPanel } from './parked-panel.tsx';

/** With its catalogue: only for those who may see returns. */
const { Lazy: LatestReturns } = lazily(async () => {
  const { returnKind } = await import('#web/features/returns/return-kind.ts');
  return () => <LatestPanel kind={returnKind} />;
});

/** The home page with the panels that the user may see; returns only where the region has them. */
export const Home = () => {
  const session = useSession();
  const panels: Panel[] = [
    { name: 'parked', content: <ParkedPanel /> },
    ...(session && isInAudience(session, repairsAudience)
      ? [{ name: 'repairs', content: <LatestPanel kind={repairKind} /> }]
      : []),
    ...(session?.isRegisterReturnsAllowed ? [{ name: 'returns', content: <LatestReturns /> }] : []),
  ];
  return <HomePage panels={panels} />;
};
