import Box from '@cloudscape-design/components/box';
import Link from '@cloudscape-design/components/link';
import { regions } from '#shared/regions.ts';
import type { RepairSummary } from '#shared/repairs/repair.ts';
import { useHere } from '#web/here.ts';
import { useTexts } from '#web/i18n.ts';
import { useSession } from '#web/session.ts';
import { useFollowLink } from '#web/ui/link.tsx';
import { RepairStateLabel } from './list/repair-state-label.tsx';
import { repairAddress } from './repair-address.ts';
import { productsLabel, rmaLabel } from './repair-labels.ts';

/** One repair in the home page's panel. */
export const LatestRepair = ({ repair }: { readonly repair: RepairSummary }) => {
  const texts = useTexts();
  const here = useHere();
  const follow = useFollowLink();
  const isAdmin = useSession()?.isAdminUser ?? false;
  return (
    <li>
      <div className="latest-head">
        <Link variant="primary" href={repairAddress(here, repair)} onFollow={(event) => follow(event, event.detail.href)}>
          {repair.storeRefNo}
        </Link>
        <RepairStateLabel state={repair.state} />
      </div>
      <Box>{productsLabel(repair, texts)}</Box>
      <Box color="text-body-secondary" fontSize="body-s">
        {texts.formatInstant(repair.createdAt, regions[here.region].timeZone)} ·{' '}
        {texts.t('repairs.latest.rma', { rma: rmaLabel(repair, texts) })}
        {isAdmin && ` · ${repair.storeName}`}
      </Box>
    </li>
  );
};
