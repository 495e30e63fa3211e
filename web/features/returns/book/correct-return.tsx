import { useState } from 'react';
import { returns } from '#shared/api/routes/returns.ts';
import type { ReturnRecord } from '#shared/returns/return.ts';
import { usePlace } from '#web/browser/place.ts';
import { useForm } from '#web/components/forms/use-form.ts';
import { call } from '#web/data/api.ts';
import type { CorrectionProps } from '#web/features/records/correction-frame.tsx';
import { CorrectionFrame, sendCorrection } from '#web/features/records/correction-frame.tsx';
import { diffLines, toChangeTexts, toDifferenceTexts } from '#web/features/returns/details/change-texts.ts';
import { returnKind } from '#web/features/returns/return-kind.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { correctionForm, linesErrorTexts } from './booking-form.ts';
import { LineDatesFields } from './line-dates.tsx';
import { LinesSection } from './lines-section.tsx';
import { findCommonDates, toLineValues } from './lines.ts';
import type { LineDifference, LineVersions } from './merge-lines.ts';
import { toLineChange, isSameLine, findLineDifferences, mergeTheirs } from './merge-lines.ts';
import { findUnfinishedText, ReturnLinesContext, useReturnLines } from './use-return-lines.ts';

type Conflict = {
  readonly currentRecord: ReturnRecord;
  readonly versions: LineVersions;
  readonly differences: readonly LineDifference[];
};

/** Form that corrects the lines of a pending return. If others have saved a newer version, merges it and keeps this form's changes. */
export const CorrectReturn = ({
  record,
  onCorrected,
  onCancel,
  onConflict,
  onRejected,
}: CorrectionProps<ReturnRecord>) => {
  const texts = useTexts();
  const { t } = texts;
  const { region } = usePlace();
  const [initialValues] = useState(() => {
    const { storeId, storeRefNo, id, version, lines } = record;
    const keyedLines = lines.map((line, index) => ({ ...toLineValues(line), key: index + 1 }));
    return { region, storeId, storeRefNo, id, version, lines: keyedLines, dates: findCommonDates(lines) };
  });
  const [conflict, setConflict] = useState<Conflict>();
  const form = useForm({
    shape: correctionForm,
    initial: initialValues,
    labels: { dates: 'returns.book.boughtOn' },
    messages: linesErrorTexts,
    send: async (formValues) => {
      const { lines, dates: _, ...recordRef } = formValues;
      const mine = lines.map(toLineValues);
      const sendRequest = () => call(returns.correctReturn, { ...recordRef, lines: mine });
      return { mine, ...(await sendCorrection(returnKind, recordRef, sendRequest)) };
    },
    onDone: ({ isStored, record: currentRecord, mine }) => {
      if (isStored) return onCorrected(currentRecord);
      const versions = { base: record.lines, theirs: currentRecord.lines, mine };
      const differences = findLineDifferences(versions);
      setConflict({ currentRecord, versions, differences });
      form.set('version', currentRecord.version);
      form.change('lines', (lines) => [...mergeTheirs(lines, differences)]);
      onConflict(currentRecord);
    },
  });
  const { lines } = form.values;
  const [adminStoreId] = useState(useSession()?.isAdminUser === true ? record.storeId : undefined);
  const { returnLines, unfinishedScopes } = useReturnLines({ form, adminStoreId, knownStoreId: record.storeId });
  const { updateLines } = returnLines;

  const lineBySerial = new Map((conflict ? lines : []).map((line) => [line.serialNumber, line] as const));
  const concurrentChange = conflict && {
    currentRecord: conflict.currentRecord,
    differences: conflict.differences.map((difference) => ({
      key: difference.serialNumber,
      ...toDifferenceTexts(difference, texts),
      isTheirsSelected: isSameLine(lineBySerial.get(difference.serialNumber), difference.theirs),
      choose: (side: 'theirs' | 'yours') => {
        const linesChange = toLineChange(
          lineBySerial.get(difference.serialNumber),
          side === 'theirs' ? difference.theirs : difference.mine,
        );
        if (linesChange) updateLines(linesChange);
      },
    })),
    unsavedChanges: toChangeTexts(diffLines(conflict.versions.base, conflict.versions.mine), texts),
  };
  return (
    <CorrectionFrame
      kind={returnKind}
      form={form}
      concurrentChange={concurrentChange}
      missingLabels={lines.length === 0 ? [t('returns.book.sections.lines')] : []}
      incompleteText={findUnfinishedText(unfinishedScopes, returnLines, t)}
      onSubmit={() => {
        if (!returnLines.unfinishedInput.reportFirst('dates', 'entry', 'line')) void form.submit();
      }}
      onCancel={onCancel}
      onRejected={onRejected}
    >
      <ReturnLinesContext value={returnLines}>
        <div className="return-form">
          <LineDatesFields error={form.findErrorText('dates')} />
          <LinesSection error={form.findErrorText('lines')} />
        </div>
      </ReturnLinesContext>
    </CorrectionFrame>
  );
};
