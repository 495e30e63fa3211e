import type { Repair } from '#shared/repairs/repair.ts';
import type { ReceiptProps } from '#web/features/records/last-booking.ts';
import { Receipt } from '#web/features/records/receipt.tsx';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { PrintLabel, PrintSlip } from '#web/features/repairs/slip/print-slip.tsx';

export const RepairReceipt = (receipt: ReceiptProps<Repair>) => (
  <Receipt
    kind={repairKind}
    renderPrint={(repair) => (
      <div className="receipt-prints">
        <PrintSlip repair={repair} variant="primary" />
        <PrintLabel repair={repair} />
      </div>
    )}
    {...receipt}
  />
);
