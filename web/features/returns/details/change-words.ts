import type { StoredLine } from '#shared/returns/return.ts';
import { lineLabel } from '#web/features/returns/return-kind.ts';
import type { Texts } from '#web/language/i18n.ts';
import type { Correction } from './what-changed.ts';

const fields = ['product', 'ean', 'productDescription', 'purchaseDate', 'returnDate'] as const;

const valueText = (line: StoredLine, field: (typeof fields)[number], { language, formatDate }: Texts): string => {
  if (field === 'product') return lineLabel(line, language);
  return field === 'purchaseDate' || field === 'returnDate' ? formatDate(line[field]) : line[field];
};

/** What became of one line. */
const changeText = (before: StoredLine, after: StoredLine, texts: Texts): string =>
  fields
    .filter((field) => before[field] !== after[field])
    .map((field) =>
      texts.t('returns.timeline.change', {
        field: texts.t(`returns.fields.${field}`),
        before: valueText(before, field, texts),
        after: valueText(after, field, texts),
      }),
    )
    .join('; ');

/** What became of lines, each in a sentence. */
export const changeWords = ({ changed, removed, added }: Correction, texts: Texts): string[] => {
  const { t, language } = texts;
  const nameOf = (line: StoredLine) => ({ product: lineLabel(line, language), serialNumber: line.serialNumber });
  return [
    ...changed.map(({ before, after }) =>
      t('returns.timeline.lineChanged', { ...nameOf(after), changes: changeText(before, after, texts) }),
    ),
    ...removed.map((line) => t('returns.timeline.lineRemoved', nameOf(line))),
    ...added.map((line) => t('returns.timeline.lineAdded', nameOf(line))),
  ];
};
