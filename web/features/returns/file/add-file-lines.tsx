import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useEffect, useMemo, useState, useTransition } from 'react';
import { limits } from '#shared/config/limits.ts';
import { normalizeReference } from '#shared/records/record.ts';
import type { ReadFileReport } from '#shared/returns/file/report.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import { useStable } from '#web/browser/use-stable.ts';
import { focusLinesHeading } from '#web/features/returns/book/focus-line.ts';
import type { LineValues } from '#web/features/returns/book/lines.ts';
import { addLines, findMissingLines } from '#web/features/returns/book/lines.ts';
import { useReturnLinesContext } from '#web/features/returns/book/use-return-lines.ts';
import type { ReturnForm } from '#web/features/returns/book/use-return.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import { focusField } from '#web/ui/form/focus-field.ts';
import type { FileReadResult } from './use-return-file.ts';

/** Returns the return to which a file's lines are added, and its free room. */
export const useTargetReturn = (form: ReturnForm, { storeId }: ReadFileReport, { hash }: FileReadResult) => {
  const { lines, updateLines } = useReturnLinesContext();
  const { files, storeRefNo } = form.values;
  return {
    storeRefNo,
    remainingLines: returnLimits.lines - lines.length,
    hasRoomForFile: files.includes(hash) || files.length < limits.filesPerReturn,
    addLines: (newLines: readonly LineValues[], reference: string) => {
      updateLines(addLines(findMissingLines(lines, newLines)));
      form.change('files', (currentFiles) => (currentFiles.includes(hash) ? currentFiles : [...currentFiles, hash]));
      form.set('storeRefNo', reference);
      form.set('filesStoreId', storeId);
    },
  };
};

type Props = { readonly report: ReadFileReport; readonly targetReturn: ReturnType<typeof useTargetReturn> };

export const AddFileLines = ({ report: { accepted, storeRefNo }, targetReturn }: Props) => {
  const { t } = useTexts();
  const { lines, unfinishedInput } = useReturnLinesContext();
  const [addedCount, setAddedCount] = useState<number>();
  const [isErrorShown, setErrorShown] = useState(false);
  // Adding is a transition, because rendering a thousand lines is slow on a till. Until it ends, the file counts as not added.
  const [isAdding, startAdding] = useTransition();
  /** Number of accepted lines that are not in the return yet. */
  const count = useMemo(() => findMissingLines(lines, accepted).length, [lines, accepted]);
  const duplicateCount = accepted.length - count;
  // Only lines that can still be added block booking; lines without room are reported instead.
  const canBeAdded =
    addedCount === undefined && count > 0 && count <= targetReturn.remainingLines && targetReturn.hasRoomForFile;

  const reportNotAdded = useStable(() => {
    setErrorShown(true);
    focusField(['takeOver']);
    announce(t('returns.file.notTakenOver'));
  });
  useEffect(
    () => (canBeAdded ? unfinishedInput.register('file', reportNotAdded) : undefined),
    [canBeAdded, unfinishedInput, reportNotAdded],
  );

  const handleAdd = (reference: string) => {
    startAdding(() => {
      targetReturn.addLines(accepted, reference);
      setAddedCount(count);
    });
    focusLinesHeading();
    announce(t('returns.file.takenOver', { count }));
  };
  const renderButton = (reference: string, label: string) => (
    <Button key={reference} formAction="none" loading={isAdding} onClick={() => handleAdd(reference)}>
      {label}
    </Button>
  );

  if (addedCount !== undefined)
    return <StatusIndicator type="success">{t('returns.file.takenOver', { count: addedCount })}</StatusIndicator>;
  if (accepted.length === 0) return <Box>{t('returns.file.nothingAccepted')}</Box>;
  if (count === 0) return <Alert type="info">{t('returns.file.allThere')}</Alert>;
  if (count > targetReturn.remainingLines)
    return <Alert type="error">{t('returns.file.noRoom', { room: targetReturn.remainingLines, count })}</Alert>;
  if (!targetReturn.hasRoomForFile)
    return <Alert type="error">{t('returns.file.tooManyFiles', { count: limits.filesPerReturn })}</Alert>;
  const returnReference = targetReturn.storeRefNo;
  // A file without a reference gets that of the return, which may still be empty.
  const hasSameReference =
    storeRefNo === '' ||
    returnReference.trim() === '' ||
    normalizeReference(storeRefNo) === normalizeReference(returnReference);
  return (
    <div data-field="takeOver">
      <SpaceBetween size="xs">
        {duplicateCount > 0 && <Box>{t('returns.file.someThere', { count: duplicateCount })}</Box>}
        {!hasSameReference && <Box>{t('returns.file.whichReference', { file: storeRefNo, own: returnReference })}</Box>}
        <div className="file-buttons">
          {hasSameReference
            ? renderButton(
                returnReference.trim() === '' ? storeRefNo : returnReference,
                t('returns.file.takeOver', { count }),
              )
            : [returnReference, storeRefNo].map((reference) =>
                renderButton(reference, t('returns.file.takeOverAs', { count, reference })),
              )}
        </div>
        {isErrorShown && <Box color="text-status-error">{t('returns.file.notTakenOver')}</Box>}
      </SpaceBetween>
    </div>
  );
};
