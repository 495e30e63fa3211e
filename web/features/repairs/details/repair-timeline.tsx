import ExpandableSection from '@cloudscape-design/components/expandable-section';
import '#web/features/records/details.css';
import type { RepairEntry } from '#shared/repairs/lifecycle.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { Timeline } from '#web/features/records/timeline.tsx';
import { StepsToCome } from '#web/features/repairs/promises/steps-to-come.tsx';
import { WhatWasKept } from '#web/features/repairs/promises/what-was-kept.tsx';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { useTexts } from '#web/language/i18n.ts';
import { contentText } from './content-texts.ts';
import type { Correction } from './what-changed.ts';
import { correctionAt } from './what-changed.ts';

/** What a correction has made of each field, folded away at first. */
const Changes = ({ before, after, fields }: Correction) => {
  const texts = useTexts();
  const { t } = texts;
  return (
    <ExpandableSection variant="inline" headerText={t('repairs.timeline.changes')}>
      <dl className="changes">
        {fields.map((field) => (
          <div key={field}>
            <dt>{t(`repairs.fields.${field}`)}</dt>
            <dd>
              {t('repairs.timeline.change', {
                before: contentText(before, field, texts),
                after: contentText(after, field, texts),
              })}
            </dd>
          </div>
        ))}
      </dl>
    </ExpandableSection>
  );
};

/** What has happened to a repair, with the promises that it kept or broke, and what is to come; a correction unfolds to what it changed. */
export const RepairTimeline = ({ repair }: { readonly repair: Repair }) => {
  const { t } = useTexts();
  const ownText = (entry: RepairEntry): string | undefined => {
    if (entry.type === 'status') return t(`repairs.states.${entry.status}`);
    if (entry.type === 'corrected') return t('repairs.timeline.corrected');
    return entry.type === 'withdrawn' ? t('repairs.timeline.withdrawn') : undefined;
  };
  return (
    <Timeline
      kind={repairKind}
      timeline={repair.timeline}
      ownText={ownText}
      renderMore={(index) => {
        const correction = correctionAt(repair, index);
        return correction ? <Changes {...correction} /> : <WhatWasKept repair={repair} index={index} />;
      }}
    >
      <StepsToCome repair={repair} />
    </Timeline>
  );
};
