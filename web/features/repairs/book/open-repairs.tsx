import Alert from '@cloudscape-design/components/alert';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect } from 'react';
import * as field from '#shared/fields.ts';
import { paths } from '#shared/paths.ts';
import { regions } from '#shared/regions.ts';
import { repairs as routes } from '#shared/routes/repairs.ts';
import { usePlace } from '#web/browser/place.ts';
import { useQuery } from '#web/data/use-query.ts';
import { recordAddress } from '#web/features/records/record-address.ts';
import { useTexts } from '#web/language/i18n.ts';
import { announce } from '#web/ui/announce.ts';

type Props = {
  /** The store that an admin books for; staff don't say theirs. '' while none is chosen. */
  readonly storeId: string | undefined;
  readonly serialNumber: string;
};

/** Says that a device is already being repaired. It may be a mistake, or a second fault: the store knows. Where the question fails nobody is bothered: it is only a hint. */
export const OpenRepairs = ({ storeId, serialNumber }: Props) => {
  const { t, formatInstant } = useTexts();
  const place = usePlace();
  const { region } = place;
  const { timeZone } = regions[region];
  const isAsked = storeId !== '' && serialNumber !== '' && field.serialNumber.safeParse(serialNumber).success;
  const query = useQuery(
    routes.findSerialNumber,
    isAsked ? { region, serialNumber, ...(storeId !== undefined && { storeId }) } : undefined,
  );
  const repairs = query.status === 'loaded' ? query.data.items : [];
  const isAny = repairs.length > 0;

  // The reader is in the next field by now.
  useEffect(() => {
    if (isAny) announce(t('repairs.book.openRepairs'));
  }, [isAny, t]);

  if (!isAny) return null;
  return (
    <Alert type="warning">
      <SpaceBetween size="xs">
        <span>{t('repairs.book.openRepairs')}</span>
        {repairs.map((repair) => (
          // In a tab of its own: what is typed here stays.
          <Link
            key={repair.id}
            href={recordAddress(paths.submittedRepairs(place), repair)}
            external
            target="_blank"
            variant="primary"
          >
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
