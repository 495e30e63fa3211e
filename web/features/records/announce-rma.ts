import type { Texts } from '#web/language/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import type { RecordKind, SubmittedRecord } from './record-kind.ts';

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
