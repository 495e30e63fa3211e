import Link from '@cloudscape-design/components/link';
import { paths } from '#shared/paths.ts';
import { usePlace } from '#web/browser/place.ts';
import { useTexts } from '#web/language/i18n.ts';
import { useFollowLink } from '#web/ui/link.tsx';

/** An RMA number that leads to its tracking; "Pending" while there is none. */
export const RmaLink = ({ rma }: { readonly rma: string | null }) => {
  const { t } = useTexts();
  const here = usePlace();
  const follow = useFollowLink();
  if (rma === null) return t('repairs.pending');
  return (
    <Link variant="primary" href={paths.trackRepair(here, rma)} onFollow={(event) => follow(event, event.detail.href)}>
      {rma}
    </Link>
  );
};
