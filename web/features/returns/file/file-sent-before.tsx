import Alert from '@cloudscape-design/components/alert';
import Link from '@cloudscape-design/components/link';
import { regions } from '#shared/regions.ts';
import { useHere } from '#web/browser/place.ts';
import { returnAddress } from '#web/features/returns/return-address.ts';
import { useTexts } from '#web/language/i18n.ts';
import type { ReadFile } from './use-return-file.ts';

type Props = { readonly sentBefore: NonNullable<ReadFile['sentBefore']>; readonly storeId: string };

/** Says that the store has submitted this very file before: when, by whom, and where to look. */
export const FileSentBefore = ({ sentBefore: { storeRefNo, id, createdAt, by, lines }, storeId }: Props) => {
  const { t, formatInstant } = useTexts();
  const here = useHere();
  return (
    <Alert type="warning">
      {t('returns.file.sentBefore', {
        date: formatInstant(createdAt, regions[here.region].timeZone),
        by,
        reference: storeRefNo,
        lines,
      })}{' '}
      {/* In a tab of its own: the report stays. */}
      <Link href={returnAddress(here, { storeId, storeRefNo, id })} external target="_blank">
        {t('returns.file.showReturn', { reference: storeRefNo })}
      </Link>
    </Alert>
  );
};
