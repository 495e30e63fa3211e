import { useState } from 'react';
import type { ReturnRecord } from '#shared/returns/return.ts';
import type { Correction } from '#web/features/records/correction-frame.tsx';
import { CorrectionFrame } from '#web/features/records/correction-frame.tsx';
import { changeWords, newsWords } from '#web/features/returns/details/change-words.ts';
import { changesBetween } from '#web/features/returns/details/what-changed.ts';
import { returnKind } from '#web/features/returns/return-kind.ts';
import { useTexts } from '#web/language/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { LinesSection } from './lines-section.tsx';
import { changeTo, isSameLine } from './merge-lines.ts';
import { useReturnCorrection } from './use-return-correction.ts';
import { ReturnLinesContext, useReturnLines } from './use-return-lines.ts';

type Props = Correction<ReturnRecord> & {
  /** As it was when the correction began, or when others were found to have changed it since. */
  readonly record: ReturnRecord;
};

/** Corrects the lines of a pending return; its reference stays. */
export const CorrectReturn = ({ record, onCorrected, onCancel, onOvertaken, onRefused }: Props) => {
  const texts = useTexts();
  const { t } = texts;
  const { form, overtaken } = useReturnCorrection({ record, onCorrected, onOvertaken });
  const { lines } = form.values;
  // Staff don't say which store is theirs.
  const [storeId] = useState(useSession()?.isAdminUser === true ? record.storeId : undefined);
  const inHand = useReturnLines({ form, storeId, knownStoreId: record.storeId });
  const { change } = inHand;

  const lineOf = new Map((overtaken ? lines : []).map((line) => [line.serialNumber, line] as const));
  const meanwhile = overtaken && {
    now: overtaken.now,
    differences: overtaken.news.map((news) => ({
      key: news.serialNumber,
      ...newsWords(news, texts),
      isTheirs: isSameLine(lineOf.get(news.serialNumber), news.now),
      choose: (whose: 'theirs' | 'yours') => {
        const wanted = changeTo(lineOf.get(news.serialNumber), whose === 'theirs' ? news.now : news.yours);
        if (wanted) change(wanted);
      },
    })),
    unsaved: changeWords(changesBetween(overtaken.versions.before, overtaken.versions.yours), texts),
  };
  return (
    <CorrectionFrame
      kind={returnKind}
      form={form}
      meanwhile={meanwhile}
      missing={lines.length === 0 ? [t('returns.book.sections.lines')] : []}
      onSubmit={() => {
        if (!inHand.unfinished.complain('entry', 'line')) void form.submit();
      }}
      onCancel={onCancel}
      onRefused={onRefused}
    >
      <ReturnLinesContext value={inHand}>
        <LinesSection error={form.errorOf('lines')} />
      </ReturnLinesContext>
    </CorrectionFrame>
  );
};
