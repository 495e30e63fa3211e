import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import { useEffect } from 'react';
import type { CalendarDate } from '#shared/dates.ts';
import type { RuleContext } from '#shared/route.ts';
import { useTexts } from '#web/language/i18n.ts';
import { focusLineField } from './focus-line.ts';
import { LineFields } from './line-fields.tsx';
import type { LineProblem } from './line-problems.ts';
import type { LineValues } from './lines.ts';
import type { Unfinished } from './unfinished.ts';
import { useLineForm } from './use-line-form.ts';

/** What the editor of a line needs beside the line. */
export type Editing = {
  readonly today: CalendarDate;
  readonly context: RuleContext;
  readonly lineOfSerial: (serialNumber: string, except: number) => number | undefined;
  readonly unfinished: Unfinished;
  readonly onSave: (key: number, values: LineValues) => void;
  readonly onCancel: (key: number) => void;
};

type Props = {
  readonly lineKey: number;
  readonly line: LineValues;
  readonly number: number;
  /** The first of them is where one begins. */
  readonly problems: readonly LineProblem[];
  readonly editing: Editing;
};

/** A line that is there, to be changed in its place. */
export const LineEditor = ({ lineKey, line, number, problems, editing }: Props) => {
  const { t } = useTexts();
  const { today, context, lineOfSerial, unfinished, onSave, onCancel } = editing;
  const form = useLineForm({
    scope: 'line',
    initial: line,
    context,
    lineOfSerial: (serialNumber) => lineOfSerial(serialNumber, lineKey),
    unfinished,
    complaint: { key: 'returns.book.notSaved', values: { line: number } },
    onDone: (values) => onSave(lineKey, values),
  });
  const begin = problems[0]?.field ?? 'ean';
  useEffect(() => focusLineField('line', begin), [begin]);

  return (
    <section className="line-editor" aria-label={t('returns.book.editing', { line: number })}>
      <Box variant="strong">{t('returns.book.editing', { line: number })}</Box>
      <LineFields
        form={form}
        today={today}
        actions={
          <>
            <Button formAction="none" onClick={form.finish}>
              {t('returns.book.save')}
            </Button>
            <Button formAction="none" onClick={() => onCancel(lineKey)}>
              {t('returns.book.cancel')}
            </Button>
          </>
        }
      />
    </section>
  );
};
