import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import { useEffect } from 'react';
import { useTexts } from '#web/language/i18n.ts';
import { focusLineField } from './focus-line.ts';
import { LineFields } from './line-fields.tsx';
import type { LineProblem } from './line-problems.ts';
import type { Line, LineValues } from './lines.ts';
import { useLineForm } from './use-line-form.ts';

type Props = {
  readonly line: Line;
  readonly number: number;
  /** The first of them is where one begins. */
  readonly problems: readonly LineProblem[];
  readonly onSave: (key: number, values: LineValues) => void;
  readonly onCancel: (key: number) => void;
};

/** A line that is there, to be changed in its place. */
export const LineEditor = ({ line, number, problems, onSave, onCancel }: Props) => {
  const { t } = useTexts();
  const form = useLineForm({
    scope: 'line',
    initial: line,
    lineKey: line.key,
    complaint: { key: 'returns.book.notSaved', values: { line: number } },
    onDone: (values) => onSave(line.key, values),
  });
  const begin = problems[0]?.field ?? 'ean';
  useEffect(() => focusLineField('line', begin), [begin]);

  return (
    <section className="line-editor" aria-label={t('returns.book.editing', { line: number })}>
      <Box variant="strong">{t('returns.book.editing', { line: number })}</Box>
      <LineFields
        form={form}
        actions={
          <>
            <Button formAction="none" onClick={form.finish}>
              {t('returns.book.save')}
            </Button>
            <Button formAction="none" onClick={() => onCancel(line.key)}>
              {t('returns.book.cancel')}
            </Button>
          </>
        }
      />
    </section>
  );
};
