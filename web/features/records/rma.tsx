import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import Link from '@cloudscape-design/components/link';
import { usePlace } from '#web/browser/place.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import type { Texts } from '#web/i18n/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import { NoWrap } from '#web/ui/no-wrap.tsx';
import { useFollowLink } from '#web/ui/use-follow-link.ts';
import type { RecordKindView, SubmittedRecord } from './record-kind-view.ts';
import { rmaText } from './record-kind-view.ts';

export const CopyRma = ({ rma }: { readonly rma: string }) => {
  const { t } = useTexts();
  return (
    <CopyToClipboard
      variant="icon"
      textToCopy={rma}
      copyButtonAriaLabel={t('track.copy')}
      copySuccessText={t('track.copied')}
      copyErrorText={t('track.copyFailed')}
    />
  );
};

/** Announces to screen readers the pending records of `previousRecords` that have an RMA number in `records`. */
export const announceRma = <Summary extends SubmittedRecord>(
  { name, isPending }: Pick<RecordKindView<Summary>, 'name' | 'isPending'>,
  { t }: Pick<Texts, 't'>,
  previousRecords: readonly Summary[],
  records: readonly Summary[],
) => {
  const pendingIds = new Set(previousRecords.filter(isPending).map(({ id }) => id));
  const messages = records.flatMap(({ id, rma, storeRefNo }) =>
    pendingIds.has(id) && rma !== null ? [t(`${name}.list.arrived`, { rma, reference: storeRefNo })] : [],
  );
  if (messages.length > 0) announce(messages.join(' '));
};

type Props<Summary extends SubmittedRecord> = {
  readonly kind: RecordKindView<Summary>;
  readonly record: Pick<Summary, 'rma' | 'state'>;
};

/** RMA number of a record, with a link to its tracking page if the kind has one; "pending", or a dash if it will never get one. */
export const Rma = <Summary extends SubmittedRecord>({ kind, record }: Props<Summary>) => {
  const texts = useTexts();
  const place = usePlace();
  const follow = useFollowLink();
  const { rma } = record;
  if (rma === null || kind.paths.track === undefined) return rmaText(kind, record, texts) ?? '–';
  return (
    <Link variant="primary" href={kind.paths.track(place, rma)} onFollow={(event) => follow(event, event.detail.href)}>
      <NoWrap text={rma} />
    </Link>
  );
};
