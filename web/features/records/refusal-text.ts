import type { ChangeRefusal } from '#shared/records/timeline.ts';
import { correctionsOf, changeRefusal } from '#shared/records/timeline.ts';
import type { Texts } from '#web/language/i18n.ts';
import type { ChangeableRecord, NamedKind } from './record-kind.ts';

export const refusalText = (
  { name, notPending }: NamedKind,
  { timeline }: Pick<ChangeableRecord, 'timeline'>,
  refusal: ChangeRefusal,
  { t }: Pick<Texts, 't'>,
): string => {
  const reasons: Record<ChangeRefusal, string> = {
    withdrawn: t(`${name}.details.isWithdrawn`),
    notPending: t(`errors.${notPending}`),
    correctedTooOften: t(`${name}.details.correctedTooOften`, { count: correctionsOf(timeline) }),
  };
  return reasons[refusal];
};

/** What a store cannot do with a record (any more) and why, each reason once; empty where it can do all. */
export const refusalsText = (kind: NamedKind, record: ChangeableRecord, texts: Pick<Texts, 't'>): string =>
  [...new Set([changeRefusal.correct(record), changeRefusal.withdraw(record)])]
    .flatMap((refusal) => (refusal === undefined ? [] : refusalText(kind, record, refusal, texts)))
    .join(' ');
