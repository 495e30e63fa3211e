import { countCorrections, changeRejection } from '#shared/records/timeline.ts';
import type { Translate } from '#web/i18n/i18n.ts';
import type { ChangeableRecord, RecordKindInfo } from './record-kind-view.ts';

/** Returns the reason why a store cannot correct a record; undefined if it can. A record that cannot be withdrawn has the same reason. */
export const rejectionText = ({ name, notPendingCode }: RecordKindInfo, record: ChangeableRecord, t: Translate) => {
  switch (changeRejection.correct(record)) {
    case 'withdrawn':
      return t(`${name}.details.isWithdrawn`);
    case 'notPending':
      return t(`errors.${notPendingCode}`);
    case 'correctedTooOften':
      return t(`${name}.details.correctedTooOften`, { count: countCorrections(record.timeline) });
    default:
      return undefined;
  }
};
