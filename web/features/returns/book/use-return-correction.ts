import { useMemo, useState } from 'react';
import type { ErrorCode } from '#shared/errors.ts';
import type { ReturnRecord, StoredLine } from '#shared/returns/return.ts';
import { returns } from '#shared/routes/returns.ts';
import { usePlace } from '#web/browser/place.ts';
import { call } from '#web/data/api.ts';
import { returnKind } from '#web/features/returns/return-kind.ts';
import { useForm } from '#web/ui/form/use-form.ts';
import { useStable } from '#web/ui/list/use-stable.ts';
import { correctionForm } from './booking-form.ts';
import type { LinesChange } from './lines.ts';
import { changeLines, valuesOf } from './lines.ts';
import { useLineJudge } from './use-line-judge.ts';

type Options = { readonly record: ReturnRecord; readonly onCorrected: (record: ReturnRecord) => void };

/** The form that corrects a return's lines, and why they cannot be corrected any more as they were seen. */
export const useReturnCorrection = ({ record, onCorrected }: Options) => {
  const { region } = usePlace();
  const [initial] = useState(() => {
    const { storeId, storeRefNo, id, version, lines } = record;
    const keyed = lines.map((line, index) => ({ ...valuesOf(line), key: index + 1 }));
    return { region, storeId, storeRefNo, id, version, lines: keyed };
  });
  const [conflict, setConflict] = useState<ErrorCode>();
  const [sent, setSent] = useState<readonly StoredLine[]>(record.lines);
  const { today, context, judge, note, problemsIn } = useLineJudge();
  const form = useForm({
    shape: correctionForm(judge),
    initial,
    today,
    labels: {},
    words: {
      lines: { 'validation.required': 'returns.book.noLines', 'validation.pattern': 'returns.book.problems.some' },
    },
    send: ({ lines, ...seen }) => {
      const values = lines.map(valuesOf);
      setSent(values);
      return call(returns.correctReturn, { ...seen, lines: values }).catch((error: unknown) => {
        note(error, lines);
        throw error;
      });
    },
    conflicts: returnKind.conflicts,
    onConflict: setConflict,
    onDone: onCorrected,
  });
  const { lines } = form.values;
  return {
    form,
    conflict,
    /** The lines that were sent last. */
    sent,
    today,
    context,
    problems: useMemo(() => problemsIn(lines), [problemsIn, lines]),
    change: useStable((change: LinesChange) => form.set('lines', changeLines(form.values.lines, change))),
  };
};
