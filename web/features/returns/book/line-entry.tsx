import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import { useState } from 'react';
import { returnLimits } from '#shared/returns/limits.ts';
import { browserMemory, ownName } from '#web/browser/memory.ts';
import { useTexts } from '#web/language/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { announce } from '#web/ui/announce.ts';
import { focusLineField } from './focus-line.ts';
import { LineFields } from './line-fields.tsx';
import { emptyLine } from './lines.ts';
import type { LineValues } from './lines.ts';
import { useLineForm } from './use-line-form.ts';
import { useLinesInHand } from './use-return-lines.ts';

const memory = 'returns.keepDates';

/** The next line, as quick as a scanner: EAN, purchase date, serial number, and at the EAN again. */
export const LineEntry = ({ onAdd }: { readonly onAdd: (values: LineValues) => void }) => {
  const { t, formatNumber } = useTexts();
  const {
    lines,
    context: { today },
  } = useLinesInHand();
  const isFull = lines.length >= returnLimits.lines;
  const session = useSession();
  const full = t('returns.book.full', { count: formatNumber(returnLimits.lines) });
  const [name] = useState(session && ownName(memory, session));
  const [keepsDates, setKeepsDates] = useState(() => name !== undefined && browserMemory.get(name) === 'true');

  const [isRefused, setRefused] = useState(false);

  const form = useLineForm({
    scope: 'entry',
    initial: emptyLine(today),
    complaint: { key: 'returns.book.notAdded' },
    onDone: (values) => {
      if (isFull) {
        setRefused(true);
        return announce(full);
      }
      setRefused(false);
      onAdd(values);
      form.reset({
        ...emptyLine(today),
        ...(keepsDates && { purchaseDate: values.purchaseDate, returnDate: values.returnDate }),
      });
      focusLineField('entry', 'ean');
    },
  });
  const clear = () => {
    form.reset(emptyLine(today));
    focusLineField('entry', 'ean');
  };
  const keepDates = (isKept: boolean) => {
    setKeepsDates(isKept);
    if (name !== undefined) browserMemory.set(name, String(isKept));
  };

  const [day, setDay] = useState(today);
  if (day !== today) {
    setDay(today);
    form.followDay(day, today);
  }
  const addable = isFull ? { disabled: true, disabledReason: full } : {};
  return (
    <section aria-label={t('returns.book.entry')}>
      {isFull && (
        <Box margin={{ bottom: 's' }}>
          <Alert type={isRefused ? 'error' : 'info'}>{full}</Alert>
        </Box>
      )}
      <LineFields
        form={form}
        actions={
          <>
            <Button formAction="none" iconName="add-plus" onClick={form.finish} {...addable}>
              {t('returns.book.add')}
            </Button>
            {form.isDirty && (
              <Button formAction="none" variant="link" onClick={clear}>
                {t('returns.book.clear')}
              </Button>
            )}
          </>
        }
      />
      <div className="line-keep-dates">
        <Checkbox checked={keepsDates} onChange={({ detail }) => keepDates(detail.checked)}>
          {t('returns.book.keepDates')}
        </Checkbox>
      </div>
    </section>
  );
};
