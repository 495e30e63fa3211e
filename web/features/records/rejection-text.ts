import { correctionsOf, changeRefusal } from '#shared/records/timeline.ts';
import type { Translate } from '#web/i18n/i18n.ts';
import type { ChangeableRecord, NamedKind } from './record-kind.ts';

/** Returns the reason why a store cannot correct a record; undefined if it can. A record that cannot be withdrawn has the same reason. */
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
