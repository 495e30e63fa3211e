import type { OmittedRows } from '#shared/returns/file/rejections.ts';
import { formatRowRanges } from '#web/components/files/row-ranges.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { Dialog } from '#web/ui/dialog.tsx';

type Props = { readonly omittedRows: OmittedRows; readonly onBook: () => void; readonly onCancel: () => void };

/** Asks whether to book a return without the rows of its file that were rejected or, because of a future purchase date, dropped. */
export const OmittedRowsDialog = ({ omittedRows: { refused, dropped }, onBook, onCancel }: Props) => {
  const { t, formatNumber } = useTexts();
  const toValues = (rows: readonly { readonly row: number }[]) => {
    const { text, hiddenRowCount } = formatRowRanges(rows.map(({ row }) => row));
    return { count: rows.length, number: formatNumber(rows.length), rows: hiddenRowCount === 0 ? text : `${text}, …` };
  };
  return (
    <Dialog
      title={t('returns.file.left.title')}
      cancel={t('returns.file.left.cancel')}
      confirm={{ text: t('returns.file.left.book'), onChosen: onBook }}
      onClose={onCancel}
    >
      {refused.length > 0 && <p>{t('returns.file.left.toCorrect', toValues(refused))}</p>}
      {dropped.length > 0 && <p>{t('returns.file.left.leftOut', toValues(dropped))}</p>}
    </Dialog>
  );
};
