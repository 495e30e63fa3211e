import { useState } from 'react';
import { returns } from '#shared/api/routes/returns.ts';
import type { ReturnRecord } from '#shared/returns/return.ts';
import { usePlace } from '#web/browser/place.ts';
import { useForm } from '#web/components/forms/use-form.ts';
import { call } from '#web/data/api.ts';
import type { Correction } from '#web/features/records/correction-frame.tsx';
import { CorrectionFrame, sendCorrection } from '#web/features/records/correction-frame.tsx';
import { changesBetween, changeWords, newsWords } from '#web/features/returns/details/change-texts.ts';
import { returnKind } from '#web/features/returns/return-kind.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { correctionForm, linesWords } from './booking-form.ts';
import { LinesSection } from './lines-section.tsx';
import { valuesOf } from './lines.ts';
import type { News, Versions } from './merge-lines.ts';
import { changeTo, isSameLine, newsIn, withTheirs } from './merge-lines.ts';
import { ReturnLinesContext, useReturnLines } from './use-return-lines.ts';

type Overtaken = { readonly now: ReturnRecord; readonly versions: Versions; readonly news: readonly News[] };

/** Form that corrects the lines of a pending return. If others have saved a newer version, merges it and keeps this form's changes. */
export const CorrectReturn = ({ record, onCorrected, onCancel, onOvertaken, onRefused }: Correction<ReturnRecord>) => {
  const texts = useTexts();
  const { t } = texts;
  const { region } = usePlace();
  const [initial] = useState(() => {
    const { storeId, storeRefNo, id, version, lines } = record;
    const keyedLines = lines.map((line, index) => ({ ...valuesOf(line), key: index + 1 }));
    return { region, storeId, storeRefNo, id, version, lines: keyedLines };
  });
  const [overtaken, setOvertaken] = useState<Overtaken>();
  const form = useForm({
    shape: correctionForm,
    initial,
    labels: {},
    words: linesWords,
    send: async ({ lines, ...recordRef }) => {
      const yours = lines.map(valuesOf);
      const sendRequest = () => call(returns.correctReturn, { ...recordRef, lines: yours });
      return { yours, ...(await sendCorrection(returnKind, recordRef, sendRequest)) };
    },
    onDone: ({ isStored, record: now, yours }) => {
      if (isStored) return onCorrected(now);
      const versions = { before: record.lines, now: now.lines, yours };
      const news = newsIn(versions);
      setOvertaken({ now, versions, news });
      form.set('version', now.version);
      form.change('lines', (lines) => [...withTheirs(lines, news)]);
      onOvertaken(now);
    },
  });
  const { lines } = form.values;
  const [storeId] = useState(useSession()?.isAdminUser === true ? record.storeId : undefined);
  const returnLines = useReturnLines({ form, storeId, knownStoreId: record.storeId });
  const { change } = returnLines;

  const lineBySerial = new Map((overtaken ? lines : []).map((line) => [line.serialNumber, line] as const));
  const concurrentChange = overtaken && {
    now: overtaken.now,
    differences: overtaken.news.map((news) => ({
      key: news.serialNumber,
      ...newsWords(news, texts),
      isTheirs: isSameLine(lineBySerial.get(news.serialNumber), news.now),
      choose: (side: 'theirs' | 'yours') => {
        const linesChange = changeTo(lineBySerial.get(news.serialNumber), side === 'theirs' ? news.now : news.yours);
        if (linesChange) change(linesChange);
      },
    })),
    unsaved: changeWords(changesBetween(overtaken.versions.before, overtaken.versions.yours), texts),
  };
  return (
    <CorrectionFrame
      kind={returnKind}
      form={form}
      meanwhile={concurrentChange}
      missing={lines.length === 0 ? [t('returns.book.sections.lines')] : []}
      onSubmit={() => {
        if (!returnLines.unfinished.complain('entry', 'line')) void form.submit();
      }}
      onCancel={onCancel}
      onRefused={onRefused}
    >
      <ReturnLinesContext value={returnLines}>
        <LinesSection error={form.errorOf('lines')} />
      </ReturnLinesContext>
    </CorrectionFrame>
  );
};
