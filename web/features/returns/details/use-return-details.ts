import type { RecordIdentity } from '#shared/records/record.ts';
import type { ReturnRecord } from '#shared/returns/return.ts';
import { returns } from '#shared/routes/returns.ts';
import { useHere } from '#web/browser/place.ts';
import { isPending } from '#web/features/returns/return-labels.ts';
import { useTexts } from '#web/language/i18n.ts';
import { useExport } from '#web/ui/export/use-export.ts';
import { useRefreshWhilePending } from '#web/ui/list/use-refresh-while-pending.ts';
import { useRecord } from '#web/ui/record/use-record.ts';
import { exportedLines, inFileName, lineExportColumns } from './lines-export.ts';

/** One return, whose RMA number appears by itself, and its lines as a file. */
export const useReturnDetails = ({ storeId, storeRefNo, id }: RecordIdentity) => {
  const texts = useTexts();
  const { t } = texts;
  const { region } = useHere();
  const { state, reload, refresh } = useRecord<ReturnRecord>({
    question: JSON.stringify([region, storeId, storeRefNo, id]),
    ask: (call) => call(returns.findReturn, { region, storeId, storeRefNo, id }),
  });
  const record = state.status === 'loaded' ? state.record : undefined;
  useRefreshWhilePending({ isPending: record !== undefined && isPending(record), refresh });
  const exporting = useExport({
    name: [t('returns.details.fileName'), inFileName(storeRefNo)].join('-'),
    title: t('returns.details.sheetTitle'),
    columns: record ? lineExportColumns(record, texts) : [],
    ask: async () => ({ items: record ? exportedLines(record) : [] }),
  });
  return { state, record, reload, exporting };
};
