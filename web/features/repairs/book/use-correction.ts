import { useState } from 'react';
import type { ErrorCode } from '#shared/errors.ts';
import type { RepairContent } from '#shared/repairs/content.ts';
import { contentOf } from '#shared/repairs/content.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { repairs } from '#shared/routes/repairs.ts';
import { usePlace } from '#web/browser/place.ts';
import { useToday } from '#web/browser/use-today.ts';
import { call } from '#web/data/api.ts';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { useRouteForm } from '#web/ui/form/use-form.ts';
import { contentLabels } from './content-form.tsx';

type Options = { readonly repair: Repair; readonly onCorrected: (repair: Repair) => void };

/** The form that corrects a repair, and why it cannot be corrected any more as it was seen. */
export const useCorrection = ({ repair, onCorrected }: Options) => {
  const { region } = usePlace();
  const { storeId, storeRefNo, id, version } = repair;
  const [initial] = useState(() => ({ region, storeId, storeRefNo, id, version, ...contentOf(repair) }));
  const today = useToday();
  const [conflict, setConflict] = useState<ErrorCode>();

  const [sent, setSent] = useState<RepairContent>();

  const form = useRouteForm({
    route: repairs.correctRepair,
    send: (input) => {
      setSent(contentOf(input));
      return call(repairs.correctRepair, input);
    },
    initial,
    today,
    labels: contentLabels,
    conflicts: repairKind.conflicts,
    onConflict: setConflict,
    onDone: onCorrected,
  });
  return { form, today, conflict, sent };
};
