import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { memo, useDeferredValue, useState } from 'react';
import { returnLimits } from '#shared/returns/limits.ts';
import { browserMemory, ownName } from '#web/browser/memory.ts';
import { useTexts } from '#web/language/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { announce } from '#web/ui/announce.ts';
import { focusLineField } from './focus-line.ts';
import { LineFields } from './line-fields.tsx';
import './lines-section.css';
import { LinesTable } from './lines-table.tsx';
import { LinesTools } from './lines-tools.tsx';
import { emptyLine } from './lines.ts';
import type { LineValues } from './lines.ts';
import { useLineForm } from './use-line-form.ts';
import { useLines } from './use-lines.ts';
import { useLinesInHand } from './use-return-lines.ts';

/** The next line, as quick as a scanner: EAN, purchase date, serial number, and at the EAN again. */
const LineEntry = ({ onAdd }: { readonly onAdd: (values: LineValues) => void }) => {
  const { t, formatNumber } = useTexts();
  const { lines, context } = useLinesInHand();
  const { today } = context;
  const isFull = lines.length >= returnLimits.lines;
  const session = useSession();
  const full = t('returns.book.full', { count: formatNumber(returnLimits.lines) });
  const [name] = useState(session && ownName('returns.keepDates', session));
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
      begin(keepsDates ? { purchaseDate: values.purchaseDate, returnDate: values.returnDate } : {});
    },
  });
  const begin = (kept: Partial<LineValues>) => {
    form.reset({ ...emptyLine(today), ...kept });
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
              <Button formAction="none" variant="link" onClick={() => begin({})}>
                {t('returns.book.clear')}
              </Button>
            )}
          </>
        }
      />
      <Box margin={{ top: 'm' }}>
        <Checkbox checked={keepsDates} onChange={({ detail }) => keepDates(detail.checked)}>
          {t('returns.book.keepDates')}
        </Checkbox>
      </Box>
    </section>
  );
};

/** The return's lines: the next one on top, then those that there are. Only made anew when they change: a key in the header's fields must not wait for a thousand lines. */
export const LinesSection = memo(({ error }: { readonly error: string | undefined }) => {
  const { t } = useTexts();
  const inHand = useLinesInHand();
  const { lines, problems } = inHand;
  const work = useLines(inHand);
  const firstIndex = lines.findIndex(({ key }) => problems.has(key));
  const first = lines[firstIndex];
  const missing = lines.length === 0 ? error : undefined;
  // What was pressed shows at once; a page of rows follows, a few at a time.
  const shownTable = useDeferredValue(lines.length > 0 && <LinesTable inHand={inHand} work={work} />);
  return (
    <section className="lines-section" aria-labelledby="lines-title">
      <h2 id="lines-title" tabIndex={-1}>
        {t('returns.book.sections.lines')}
      </h2>
      <div data-field="lines" className="lines-begin">
        {first && (
          <Alert
            type="error"
            action={
              <Button formAction="none" onClick={() => work.view.goTo(first.key)}>
                {t('returns.book.problems.goTo', { line: firstIndex + 1 })}
              </Button>
            }
          >
            {t('returns.book.problems.count', { count: problems.size })}
          </Alert>
        )}
        <Container>
          <SpaceBetween size="s">
            {missing !== undefined && <FormField errorText={missing} />}
            <LineEntry onAdd={work.add} />
          </SpaceBetween>
        </Container>
      </div>
      <LinesTools work={work} />
      {lines.length > 0 && shownTable}
    </section>
  );
});
