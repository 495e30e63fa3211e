import { useState } from 'react';
import { calendarDate } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { regions } from '#shared/regions.ts';
import { contentOf } from '#shared/repairs/content.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { repairs } from '#shared/routes/repairs.ts';
import { useHere } from '#web/browser/place.ts';
import { call } from '#web/data/api.ts';
import { useRouteForm } from '#web/ui/form/route-form.ts';

/** Why a repair cannot be corrected any more as it was seen. */
type Conflict = 'RepairChanged' | 'RepairNotPending';

const conflictOf = (error: unknown): Conflict | undefined =>
  error instanceof AppError && (error.code === 'RepairChanged' || error.code === 'RepairNotPending')
    ? error.code
    : undefined;

type Options = { readonly repair: Repair; readonly onCorrected: (repair: Repair) => void };

/** The form that corrects a repair, and whether somebody or something was faster. */
export const useCorrection = ({ repair, onCorrected }: Options) => {
  const { region } = useHere();
  const { storeId, storeRefNo, id, version } = repair;
  const [initial] = useState(() => ({ region, storeId, storeRefNo, id, version, ...contentOf(repair) }));
  const [today] = useState(() => calendarDate(new Date(), regions[region].timeZone));
  const [conflict, setConflict] = useState<Conflict>();

  const form = useRouteForm({
    route: repairs.correctRepair,
    initial,
    today,
    send: (correction) =>
      call(repairs.correctRepair, correction).catch((error: unknown) => {
        setConflict(conflictOf(error));
        throw error;
      }),
    onDone: onCorrected,
  });
  return { form, today, conflict };
};
