import ExpandableSection from '@cloudscape-design/components/expandable-section';
import '#web/features/records/details.css';
import { useState } from 'react';
import type { ReturnEntry, ReturnRecord } from '#shared/returns/return.ts';
import { Timeline } from '#web/features/records/timeline.tsx';
import { returnKind } from '#web/features/returns/return-kind.ts';
import { useTexts } from '#web/language/i18n.ts';
import { changeWords } from './change-words.ts';
import { correctionAt } from './what-changed.ts';

type Props = { readonly record: ReturnRecord };

/** What a correction has made of the lines, folded away at first, and only made then: there may be a thousand. */
const Changes = ({ record, index }: Props & { readonly index: number }) => {
  const texts = useTexts();
  const { t } = texts;
  const [isOpen, setOpen] = useState(false);
  const correction = isOpen ? correctionAt(record, index) : undefined;
  const title = t('returns.timeline.changes');
  return (
    <ExpandableSection
      variant="inline"
      headerText={title}
      expanded={isOpen}
      onChange={({ detail }) => setOpen(detail.expanded)}
    >
      {correction && (
        <ul className="changes" aria-label={title}>
          {changeWords(correction, texts).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
    </ExpandableSection>
  );
};

/** What has happened to a return; a correction unfolds to what it changed. */
export const ReturnTimeline = ({ record }: Props) => {
  const { t } = useTexts();
  const ownText = ({ type }: ReturnEntry): string | undefined =>
    type === 'corrected' || type === 'withdrawn' ? t(`returns.timeline.${type}`) : undefined;
  return (
    <Timeline
      kind={returnKind}
      timeline={record.timeline}
      ownText={ownText}
      renderMore={(index) => record.timeline[index]?.type === 'corrected' && <Changes record={record} index={index} />}
    />
  );
};
