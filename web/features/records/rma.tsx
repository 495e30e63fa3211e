import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import Link from '@cloudscape-design/components/link';
import { usePlace } from '#web/browser/place.ts';
import { useTexts } from '#web/language/i18n.ts';
import type { Texts } from '#web/language/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import { useFollowLink } from '#web/ui/link.tsx';
import { NoWrap } from '#web/ui/no-wrap.tsx';
import type { RecordKind, SubmittedRecord } from './record-kind.ts';
import { rmaText } from './record-kind.ts';

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

/** Has screen readers say which of the records that were pending `before` have an RMA number `after`. */
export const announceRma = <Summary extends SubmittedRecord>(
  { name, isPending }: Pick<RecordKind<Summary>, 'name' | 'isPending'>,
  { t }: Pick<Texts, 't'>,
  before: readonly Summary[],
  after: readonly Summary[],
) => {
  const pending = new Set(before.filter(isPending).map(({ id }) => id));
  const arrived = after.flatMap(({ id, rma, storeRefNo }) =>
    pending.has(id) && rma !== null ? [t(`${name}.list.arrived`, { rma, reference: storeRefNo })] : [],
  );
  if (arrived.length > 0) announce(arrived.join(' '));
};

type Props<Summary extends SubmittedRecord> = {
  readonly kind: RecordKind<Summary>;
  readonly record: Pick<Summary, 'rma' | 'state'>;
};

/** A record's RMA number, which leads to its tracking where there is any; or that it is still to come; a dash where it never will. */
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
