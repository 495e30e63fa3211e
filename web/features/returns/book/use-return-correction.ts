import { useState } from 'react';
import type { ReturnRecord } from '#shared/returns/return.ts';
import { returns } from '#shared/routes/returns.ts';
import { usePlace } from '#web/browser/place.ts';
import { call } from '#web/data/api.ts';
import { sendCorrection } from '#web/features/records/send-correction.ts';
import { returnKind } from '#web/features/returns/return-kind.ts';
import { useForm } from '#web/ui/form/use-form.ts';
import { correctionForm, linesWords } from './booking-form.ts';
import { valuesOf } from './lines.ts';
import type { News, Versions } from './merge-lines.ts';
import { newsIn, withTheirs } from './merge-lines.ts';

type Options = {
  readonly record: ReturnRecord;
  readonly onCorrected: (record: ReturnRecord) => void;
  readonly onOvertaken: (record: ReturnRecord) => void;
};

type Overtaken = { readonly now: ReturnRecord; readonly versions: Versions; readonly news: readonly News[] };

/** The form that corrects a return's lines. Where others were faster it goes on from what they have saved, and keeps what was typed. */
export const useReturnCorrection = ({ record, onCorrected, onOvertaken }: Options) => {
  const { region } = usePlace();
  const [initial] = useState(() => {
    const { storeId, storeRefNo, id, version, lines } = record;
    const keyed = lines.map((line, index) => ({ ...valuesOf(line), key: index + 1 }));
    return { region, storeId, storeRefNo, id, version, lines: keyed };
  });
  const [overtaken, setOvertaken] = useState<Overtaken>();
  const form = useForm({
    shape: correctionForm,
    initial,
    labels: {},
    words: linesWords,
    send: async ({ lines, ...seen }) => {
      const yours = lines.map(valuesOf);
      const sent = () => call(returns.correctReturn, { ...seen, lines: yours });
      return { yours, ...(await sendCorrection(returnKind, seen, sent)) };
    },
    onDone: ({ isStored, record: now, yours }) => {
      if (isStored) return onCorrected(now);
      const versions = { before: record.lines, now: now.lines, yours };
      const news = newsIn(versions);
      setOvertaken({ now, versions, news });
      form.set('version', now.version);
      form.change('lines', (lines) => [...withTheirs(lines, news)]);
      onOvertaken(now);
    },
  });
  return { form, overtaken };
};
