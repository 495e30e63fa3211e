import { correctionsOf, changeRefusal } from '#shared/records/timeline.ts';
import type { Translate } from '#web/language/i18n.ts';
import type { ChangeableRecord, NamedKind } from './record-kind.ts';

/** Why a store cannot correct a record (any more); what it cannot withdraw either has the same reason. Undefined where it can do all. */
export const refusalText = ({ name, notPending }: NamedKind, record: ChangeableRecord, t: Translate) => {
  switch (changeRefusal.correct(record)) {
    case 'withdrawn':
      return t(`${name}.details.isWithdrawn`);
    case 'notPending':
      return t(`errors.${notPending}`);
    case 'correctedTooOften':
      return t(`${name}.details.correctedTooOften`, { count: correctionsOf(record.timeline) });
    default:
      return undefined;
  }
};
