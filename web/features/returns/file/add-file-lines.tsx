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
import { focusLines } from '#web/features/returns/book/focus-line.ts';
import type { LineValues } from '#web/features/returns/book/lines.ts';
import { addLines, findMissingLines } from '#web/features/returns/book/lines.ts';
import { useReturnLinesContext } from '#web/features/returns/book/use-return-lines.ts';
import type { ReturnForm } from '#web/features/returns/book/use-return.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import { focusField } from '#web/ui/form/focus-field.ts';
import type { FileReadResult } from './use-return-file.ts';

/** Returns the function that adds a file's lines to the return in the form, and the limits for it. */
export const useAddFileLines = (form: ReturnForm, { storeId }: ReadFileReport, { hash }: FileReadResult) => {
  const { lines, updateLines } = useReturnLinesContext();
  const { files, storeRefNo } = form.values;
  return {
    storeRefNo,
    freeLines: returnLimits.lines - lines.length,
    hasRoomForFile: files.includes(hash) || files.length < limits.filesPerReturn,
    addToReturn: (accepted: readonly LineValues[], reference: string) => {
      updateLines(addLines(findMissingLines(lines, accepted)));
      form.change('files', (currentFiles) => (currentFiles.includes(hash) ? currentFiles : [...currentFiles, hash]));
      form.set('storeRefNo', reference);
      form.set('filesStoreId', storeId);
    },
  };
};

type Props = { readonly report: ReadFileReport; readonly takeOver: ReturnType<typeof useAddFileLines> };

export const AddFileLines = ({ report: { accepted, storeRefNo }, takeOver }: Props) => {
  const { t } = useTexts();
  const { lines, unfinishedInput } = useReturnLinesContext();
  const [addedCount, setAddedCount] = useState<number>();
  const [isReported, setReported] = useState(false);
  // A transition, because rendering a thousand lines is slow on a till; until it ends, the file counts as not added.
  const [isTaking, startTaking] = useTransition();
  const count = useMemo(() => findMissingLines(lines, accepted).length, [lines, accepted]);
  const duplicateCount = accepted.length - count;
  // Lines that do not fit are reported but do not block booking the others.
  const isOpen = addedCount === undefined && count > 0 && count <= takeOver.freeLines && takeOver.hasRoomForFile;

  const complain = useStable(() => {
    setReported(true);
    focusField(['takeOver']);
    announce(t('returns.file.notTakenOver'));
  });
  useEffect(
    () => (isOpen ? unfinishedInput.register('file', complain) : undefined),
    [isOpen, unfinishedInput, complain],
  );

  const handleAdd = (reference: string) => {
    startTaking(() => {
      takeOver.addToReturn(accepted, reference);
      setAddedCount(count);
    });
    focusLines();
    announce(t('returns.file.takenOver', { count }));
  };
  const button = (reference: string, label: string) => (
    <Button key={reference} formAction="none" loading={isTaking} onClick={() => handleAdd(reference)}>
      {label}
    </Button>
  );

  if (addedCount !== undefined)
    return <StatusIndicator type="success">{t('returns.file.takenOver', { count: addedCount })}</StatusIndicator>;
  if (accepted.length === 0) return <Box>{t('returns.file.nothingAccepted')}</Box>;
  if (count === 0) return <Alert type="info">{t('returns.file.allThere')}</Alert>;
  if (count > takeOver.freeLines)
    return <Alert type="error">{t('returns.file.noRoom', { room: takeOver.freeLines, count })}</Alert>;
  if (!takeOver.hasRoomForFile)
    return <Alert type="error">{t('returns.file.tooManyFiles', { count: limits.filesPerReturn })}</Alert>;
  const returnReference = takeOver.storeRefNo;
  // A file without a reference takes the return's, which may still be empty.
  const isSame =
    storeRefNo === '' ||
    returnReference.trim() === '' ||
    normalizeReference(storeRefNo) === normalizeReference(returnReference);
  return (
    <div data-field="takeOver">
      <SpaceBetween size="xs">
        {duplicateCount > 0 && <Box>{t('returns.file.someThere', { count: duplicateCount })}</Box>}
        {!isSame && <Box>{t('returns.file.whichReference', { file: storeRefNo, own: returnReference })}</Box>}
        <div className="file-buttons">
          {isSame
            ? button(
                returnReference.trim() === '' ? storeRefNo : returnReference,
                t('returns.file.takeOver', { count }),
              )
            : [returnReference, storeRefNo].map((reference) =>
                button(reference, t('returns.file.takeOverAs', { count, reference })),
              )}
        </div>
        {isReported && <Box color="text-status-error">{t('returns.file.notTakenOver')}</Box>}
      </SpaceBetween>
    </div>
  );
};
