import { useState } from 'react';
import { contentOf } from '#shared/repairs/content.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { repairs } from '#shared/routes/repairs.ts';
import { usePlace } from '#web/browser/place.ts';
import { useToday } from '#web/browser/use-today.ts';
import type { RepairConflictCode } from '#web/features/repairs/details/repair-conflict.tsx';
import { repairConflicts } from '#web/features/repairs/details/repair-conflict.tsx';
import { useRouteForm } from '#web/ui/form/use-form.ts';
import { contentLabels } from './content-form.tsx';

type Options = { readonly repair: Repair; readonly onCorrected: (repair: Repair) => void };

/** The form that corrects a repair, and why it cannot be corrected any more as it was seen. */
export const useCorrection = ({ repair, onCorrected }: Options) => {
  const { region } = usePlace();
  const { storeId, storeRefNo, id, version } = repair;
  const [initial] = useState(() => ({ region, storeId, storeRefNo, id, version, ...contentOf(repair) }));
  const today = useToday();
  const [conflict, setConflict] = useState<RepairConflictCode>();

  const form = useRouteForm({
    route: repairs.correctRepair,
    initial,
    today,
    labels: contentLabels,
    conflicts: repairConflicts,
    onConflict: setConflict,
    onDone: onCorrected,
  });
  return { form, today, conflict };
};
