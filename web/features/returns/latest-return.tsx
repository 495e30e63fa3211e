import { regions } from '#shared/regions.ts';
import type { ReturnSummary } from '#shared/returns/return.ts';
import { usePlace } from '#web/browser/place.ts';
import { useTexts } from '#web/language/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { LatestEntry } from '#web/ui/list/latest-entry.tsx';
import { ReturnStateLabel } from './list/return-state-label.tsx';
import { returnAddress } from './return-address.ts';
import { productsLabel, rmaLabel } from './return-labels.ts';

/** One return in the home page's panel. */
export const LatestReturn = ({ record }: { readonly record: ReturnSummary }) => {
  const texts = useTexts();
  const { t, formatInstant, formatNumber } = texts;
  const here = usePlace();
  const isAdmin = useSession()?.isAdminUser ?? false;
  return (
    <LatestEntry
      href={returnAddress(here, record)}
      name={record.storeRefNo}
      state={<ReturnStateLabel state={record.state} />}
      what={productsLabel(record, texts)}
      facts={[
        formatInstant(record.createdAt, regions[here.region].timeZone),
        t('returns.latest.numberOfProducts', { number: formatNumber(record.numberOfProducts) }),
        t('returns.latest.rma', { rma: rmaLabel(record, texts) }),
        ...(isAdmin ? [record.storeName] : []),
      ]}
    />
  );
};
