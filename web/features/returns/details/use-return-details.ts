import type { RecordIdentity } from '#shared/records/record.ts';
import { returns } from '#shared/routes/returns.ts';
import { usePlace } from '#web/browser/place.ts';
import { useQuery } from '#web/data/use-query.ts';
import { isPending } from '#web/features/returns/return-labels.ts';
import { useTexts } from '#web/language/i18n.ts';
import { useExport } from '#web/ui/export/use-export.ts';
import { useRefreshWhilePending } from '#web/ui/list/use-refresh-while-pending.ts';
import { exportedLines, inFileName, lineExportColumns } from './lines-export.ts';

/** One return, whose RMA number appears by itself, and its lines as a file. */
export const useReturnDetails = ({ storeId, storeRefNo, id }: RecordIdentity) => {
  const texts = useTexts();
  const { t } = texts;
  const { region } = usePlace();
  const query = useQuery(returns.findReturn, { region, storeId, storeRefNo, id });
  const record = query.status === 'loaded' ? query.data : undefined;
  useRefreshWhilePending({ isPending: record !== undefined && isPending(record), refresh: query.refresh });
  const exporting = useExport({
    name: [t('returns.details.fileName'), inFileName(storeRefNo)].join('-'),
    title: t('returns.details.sheetTitle'),
    columns: record ? lineExportColumns(record, texts) : [],
    ask: async () => ({ items: record ? exportedLines(record) : [] }),
  });
  return { query, record, exporting };
};
