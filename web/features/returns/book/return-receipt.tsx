import SpaceBetween from '@cloudscape-design/components/space-between';
import type { OmittedRows } from '#shared/returns/file/rejections.ts';
import type { ReturnRecord } from '#shared/returns/return.ts';
import type { ReceiptProps } from '#web/features/records/last-booking.ts';
import { Receipt } from '#web/features/records/receipt.tsx';
import { OmittedRowsReport } from '#web/features/returns/file/omitted-rows.tsx';
import { PackingList } from '#web/features/returns/packing-list/packing-list.tsx';
import { returnKind } from '#web/features/returns/return-kind.ts';

/** Receipt of a return. `omittedRows` are the rows of its file that were left out. */
export const ReturnReceipt = ({
  omittedRows,
  ...receipt
}: ReceiptProps<ReturnRecord> & { readonly omittedRows: OmittedRows | undefined }) => (
  <Receipt
    kind={returnKind}
    renderPrint={(record) => (
      <SpaceBetween size="m">
        <PackingList record={record} variant="primary" />
        {omittedRows && <OmittedRowsReport omittedRows={omittedRows} />}
      </SpaceBetween>
    )}
    {...receipt}
  />
);
