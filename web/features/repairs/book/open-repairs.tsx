import Alert from '@cloudscape-design/components/alert';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect } from 'react';
import { regions } from '#shared/regions.ts';
import { useHere } from '#web/browser/place.ts';
import { repairAddress } from '#web/features/repairs/repair-address.ts';
import { useTexts } from '#web/language/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import { useOpenRepairs } from './use-open-repairs.ts';

type Props = { readonly storeId: string | undefined; readonly serialNumber: string };

/** Says that a device is already being repaired. It may be a mistake, or a second fault: the store knows. */
export const OpenRepairs = ({ storeId, serialNumber }: Props) => {
  const { t, formatInstant } = useTexts();
  const here = useHere();
  const { timeZone } = regions[here.region];
  const repairs = useOpenRepairs({ region: here.region, storeId, serialNumber });
  const isAny = repairs.length > 0;

  // The reader is in the next field by now.
  useEffect(() => {
    if (isAny) announce(t('repairs.book.openRepairs'));
  }, [isAny, t]);

  if (!isAny) return null;
  return (
    <Alert type="warning">
      <SpaceBetween size="xs">
        {t('repairs.book.openRepairs')}
        {repairs.map((repair) => (
          // In a tab of its own: what is typed here stays.
          <Link key={repair.id} href={repairAddress(here, repair)} external target="_blank" variant="primary">
            {t('repairs.book.openRepair', {
              reference: repair.storeRefNo,
              date: formatInstant(repair.createdAt, timeZone),
            })}
          </Link>
        ))}
      </SpaceBetween>
    </Alert>
  );
};
