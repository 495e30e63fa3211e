import Alert from '@cloudscape-design/components/alert';
import Link from '@cloudscape-design/components/link';
import { useEffect } from 'react';
import * as field from '#shared/fields.ts';
import { paths } from '#shared/paths.ts';
import { regions } from '#shared/regions.ts';
import { repairs as routes } from '#shared/routes/repairs.ts';
import { usePlace } from '#web/browser/place.ts';
import { useQuery } from '#web/data/use-query.ts';
import { newsOf } from '#web/features/records/device/device-news.ts';
import { useTexts } from '#web/language/i18n.ts';
import { announce } from '#web/ui/announce.ts';

type Props = {
  /** The store that an admin books for; staff don't say theirs. '' while none is chosen. */
  readonly storeId: string | undefined;
  readonly serialNumber: string;
};

/** Says what matters of a device that the store has had before. Where the question fails nobody is bothered: it is only a hint. */
export const DeviceNotice = ({ storeId, serialNumber }: Props) => {
  const texts = useTexts();
  const { t } = texts;
  const place = usePlace();
  const { region } = place;
  const isAsked = storeId !== '' && serialNumber !== '' && field.serialNumber.safeParse(serialNumber).success;
  const query = useQuery(
    routes.findDevice,
    isAsked ? { region, serialNumber, ...(storeId !== undefined && { storeId }) } : undefined,
  );
  const news = query.status === 'loaded' ? newsOf(query.data, regions[region].timeZone, texts) : undefined;
  const sentence = news?.sentences[0];

  // The reader is in the next field by now.
  useEffect(() => {
    if (sentence !== undefined) announce(sentence);
  }, [sentence]);

  if (!news || sentence === undefined) return null;
  return (
    <Alert type={news.openRepair ? 'warning' : 'info'}>
      {sentence} {/* In a tab of its own: what is typed here stays. */}
      <Link href={paths.device(place, serialNumber)} external target="_blank" variant="primary">
        {t('devices.history')}
      </Link>
    </Alert>
  );
};
