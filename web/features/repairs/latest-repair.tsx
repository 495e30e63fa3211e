import { regions } from '#shared/regions.ts';
import type { RepairSummary } from '#shared/repairs/repair.ts';
import { usePlace } from '#web/browser/place.ts';
import { useTexts } from '#web/language/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { LatestEntry } from '#web/ui/list/latest-entry.tsx';
import { RepairStateLabel } from './list/repair-state-label.tsx';
import { repairAddress } from './repair-address.ts';
import { productsLabel, rmaLabel } from './repair-labels.ts';

/** One repair in the home page's panel. */
export const LatestRepair = ({ repair }: { readonly repair: RepairSummary }) => {
  const texts = useTexts();
  const here = usePlace();
  const isAdmin = useSession()?.isAdminUser ?? false;
  return (
    <LatestEntry
      href={repairAddress(here, repair)}
      name={repair.storeRefNo}
      state={<RepairStateLabel state={repair.state} />}
      what={productsLabel(repair, texts)}
      facts={[
        texts.formatInstant(repair.createdAt, regions[here.region].timeZone),
        texts.t('repairs.latest.rma', { rma: rmaLabel(repair, texts) }),
        ...(isAdmin ? [repair.storeName] : []),
      ]}
    />
  );
};
