import type { LinesCorrection } from '#shared/returns/correction.ts';
import { createCorrection, revertCorrection } from '#shared/returns/correction.ts';
import type { ReturnRecord, StoredLine } from '#shared/returns/return.ts';
import type { LineDifference } from '#web/features/returns/book/merge-lines.ts';
import { toLineLabel } from '#web/features/returns/return-kind.ts';
import type { Texts } from '#web/i18n/i18n.ts';

type Correction = {
  readonly changedLines: readonly { readonly before: StoredLine; readonly after: StoredLine }[];
  readonly removedLines: readonly StoredLine[];
  readonly addedLines: readonly StoredLine[];
};

const toCorrection = (newLines: readonly StoredLine[], { before, added }: LinesCorrection): Correction => {
  const newLineBySerial = new Map(newLines.map((line) => [line.serialNumber, line]));
  const addedSerials = new Set(added);
  return {
    changedLines: before.flatMap((line) => {
      const changedLine = newLineBySerial.get(line.serialNumber);
      return changedLine ? [{ before: line, after: changedLine }] : [];
    }),
    removedLines: before.filter(({ serialNumber }) => !newLineBySerial.has(serialNumber)),
    addedLines: newLines.filter(({ serialNumber }) => addedSerials.has(serialNumber)),
  };
};

export const diffLines = (previousLines: readonly StoredLine[], newLines: readonly StoredLine[]): Correction =>
  toCorrection(newLines, createCorrection(previousLines, newLines));

/** Returns the changes of the correction at a timeline index; undefined for any other entry. The lines after the correction are rebuilt by undoing all later corrections. */
export const findCorrection = (
  { lines, timeline }: Pick<ReturnRecord, 'lines' | 'timeline'>,
  index: number,
): Correction | undefined => {
  const entry = timeline[index];
  if (entry?.type !== 'corrected') return undefined;
  const newLines = timeline
    .slice(index + 1)
    .reduceRight(
      (laterLines, laterEntry) =>
        laterEntry.type === 'corrected' ? revertCorrection(laterLines, laterEntry) : laterLines,
      lines,
    );
  return toCorrection(newLines, entry);
};

const comparedFields = ['product', 'ean', 'productDescription', 'purchaseDate', 'returnDate'] as const;

const valueText = (
  line: StoredLine,
  field: (typeof comparedFields)[number],
  { language, formatDate }: Texts,
): string => {
  if (field === 'product') return toLineLabel(line, language);
  return field === 'purchaseDate' || field === 'returnDate' ? formatDate(line[field]) : line[field];
};

const changeText = (previousLine: StoredLine, newLine: StoredLine, texts: Texts): string =>
  comparedFields
    .filter((field) => previousLine[field] !== newLine[field])
    .map((field) =>
      texts.t('returns.timeline.change', {
        field: texts.t(`returns.fields.${field}`),
        before: valueText(previousLine, field, texts),
        after: valueText(newLine, field, texts),
      }),
    )
    .join('; ');

export const toChangeTexts = ({ changedLines, removedLines, addedLines }: Correction, texts: Texts): string[] => {
  const { t, language } = texts;
  const toLineName = (line: StoredLine) => ({ product: toLineLabel(line, language), serialNumber: line.serialNumber });
  return [
    ...changedLines.map(({ before, after }) =>
      t('returns.timeline.lineChanged', { ...toLineName(after), changes: changeText(before, after, texts) }),
    ),
    ...removedLines.map((line) => t('returns.timeline.lineRemoved', toLineName(line))),
    ...addedLines.map((line) => t('returns.timeline.lineAdded', toLineName(line))),
  ];
};

const toVersionText = (baseLine: StoredLine | undefined, newLine: StoredLine | undefined, texts: Texts): string => {
  const { t } = texts;
  if (!newLine) return t('correction.removed');
  if (baseLine) return changeText(baseLine, newLine, texts);
  const formatField = (field: (typeof comparedFields)[number]) =>
    t('common.labelled', { field: t(`returns.fields.${field}`), text: valueText(newLine, field, texts) });
  return [t('correction.added'), ...(['product', 'purchaseDate', 'returnDate'] as const).map(formatField)].join('; ');
};

export const toDifferenceTexts = (
  { serialNumber, base, theirs, mine, isChangedByMe }: LineDifference,
  texts: Texts,
) => {
  const line = theirs ?? mine ?? base;
  return {
    name: [...(line ? [toLineLabel(line, texts.language)] : []), serialNumber].join(', '),
    theirs: toVersionText(base, theirs, texts),
    yours: isChangedByMe ? toVersionText(base, mine, texts) : undefined,
  };
};
