import type { LeftRows } from '#shared/returns/file/report.ts';
import type { Texts } from '#web/language/i18n.ts';
import { useTexts } from '#web/language/i18n.ts';
import { QuestionDialog } from '#web/ui/question-dialog.tsx';
import { DroppedRows } from './dropped-rows.tsx';
import { RefusedRows } from './refused-rows.tsx';

/** How many there are, in words. */
const rowsText = ({ refused, dropped }: LeftRows, { t, formatNumber }: Texts): string => {
  const numbered = ({ length: count }: readonly unknown[]) => ({ count, number: formatNumber(count) });
  const toCorrect = t('returns.file.left.toCorrect', numbered(refused));
  const leftOut = t('returns.file.left.leftOut', numbered(dropped));
  if (dropped.length === 0) return toCorrect;
  return refused.length === 0 ? leftOut : t('returns.file.left.both', { toCorrect, leftOut });
};

type DialogProps = { readonly left: LeftRows; readonly onBook: () => void; readonly onCancel: () => void };

/** Asks before a return is booked without rows of its file. */
export const BookWithoutDialog = ({ left, onBook, onCancel }: DialogProps) => {
  const texts = useTexts();
  const { t } = texts;
  return (
    <QuestionDialog
      title={t('returns.file.left.title')}
      cancel={t('returns.file.left.cancel')}
      confirm={{ text: t('returns.file.left.book'), onChosen: onBook }}
      onClose={onCancel}
    >
      <div>
        {t('returns.file.left.question', {
          rows: rowsText(left, texts),
          count: left.refused.length + left.dropped.length,
        })}
      </div>
    </QuestionDialog>
  );
};

/** Rows of a file that are not in the return, once its report is gone: to be downloaded still. */
export const LeftRowsReport = ({ left }: { readonly left: LeftRows }) => {
  const { t } = useTexts();
  return (
    <section className="file-report" aria-labelledby="left-rows">
      <h2 id="left-rows" className="file-report-title">
        {t('returns.file.left.report', { name: left.name })}
      </h2>
      {left.dropped.length > 0 && <DroppedRows dropped={left.dropped} heading="h3" />}
      {left.refused.length > 0 && <RefusedRows refused={left.refused} heading="h3" />}
    </section>
  );
};
