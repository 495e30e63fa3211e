import { useState } from 'react';
import { contentOf } from '#shared/repairs/content.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { repairs } from '#shared/routes/repairs.ts';
import { usePlace } from '#web/browser/place.ts';
import { call } from '#web/data/api.ts';
import { sendCorrection } from '#web/features/records/send-correction.ts';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { useForm } from '#web/ui/form/use-form.ts';
import { contentLabels } from './content-form.tsx';
import type { Versions } from './merge-content.ts';
import { newsIn } from './merge-content.ts';

type Options = {
  readonly repair: Repair;
  readonly onCorrected: (repair: Repair) => void;
  readonly onOvertaken: (repair: Repair) => void;
};

type Overtaken = Versions & { readonly now: Repair };

/** The form that corrects a repair. Where others were faster it goes on from what they have saved, and keeps what was typed. */
export const useCorrection = ({ repair, onCorrected, onOvertaken }: Options) => {
  const { region } = usePlace();
  const { storeId, storeRefNo, id, version } = repair;
  const [initial] = useState(() => ({ region, storeId, storeRefNo, id, version, ...contentOf(repair) }));
  const [overtaken, setOvertaken] = useState<Overtaken>();

  const form = useForm({
    shape: repairs.correctRepair,
    initial,
    labels: contentLabels,
    send: async (input) => ({
      yours: contentOf(input),
      ...(await sendCorrection(repairKind, input, () => call(repairs.correctRepair, input))),
    }),
    onDone: ({ isStored, record, yours }) => {
      if (isStored) return onCorrected(record);
      const versions = { before: contentOf(repair), now: record, yours };
      setOvertaken(versions);
      form.set('version', record.version);
      for (const { field, isYours } of newsIn(versions)) if (!isYours) form.set(field, record[field]);
      onOvertaken(record);
    },
  });
  return { form, overtaken };
};
