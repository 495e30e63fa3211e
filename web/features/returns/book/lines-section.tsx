import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { memo, useDeferredValue, useState } from 'react';
import { returnLimits } from '#shared/returns/limits.ts';
import { browserMemory, userStorageKey } from '#web/browser/memory.ts';
import { useTexts } from '#web/i18n/i18n.ts';
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
import { useReturnLinesContext } from './use-return-lines.ts';

/** Entry row for the next line, built for scanners: EAN, purchase date, serial number, then back to the EAN. */
const LineEntry = ({ onAdd }: { readonly onAdd: (values: LineValues) => void }) => {
  const { t, formatNumber } = useTexts();
  const { lines, context } = useReturnLinesContext();
  const { today } = context;
  const isFull = lines.length >= returnLimits.lines;
  const session = useSession();
  const fullMessage = t('returns.book.full', { count: formatNumber(returnLimits.lines) });
  const [storageKey] = useState(session && userStorageKey('returns.keepDates', session));
  const [keepsDates, setKeepsDates] = useState(
    () => storageKey !== undefined && browserMemory.get(storageKey) === 'true',
  );
  const [isRejected, setRejected] = useState(false);
  const form = useLineForm({
    scope: 'entry',
    initial: emptyLine(today),
    unfinishedText: { key: 'returns.book.notAdded' },
    onDone: (values) => {
      if (isFull) {
        setRejected(true);
        return announce(fullMessage);
      }
      setRejected(false);
      onAdd(values);
      startLine(keepsDates ? { purchaseDate: values.purchaseDate, returnDate: values.returnDate } : {});
    },
  });
  const startLine = (keptDates: Partial<LineValues>) => {
    form.reset({ ...emptyLine(today), ...keptDates });
    focusLineField('entry', 'ean');
  };
  const changeKeepsDates = (shouldKeep: boolean) => {
    setKeepsDates(shouldKeep);
    if (storageKey !== undefined) browserMemory.set(storageKey, String(shouldKeep));
  };

  const [day, setDay] = useState(today);
  if (day !== today) {
    setDay(today);
    form.moveReturnDate(day, today);
  }
  const disabledProps = isFull ? { disabled: true, disabledReason: fullMessage } : {};
  return (
    <section aria-label={t('returns.book.entry')}>
      {isFull && (
        <Box margin={{ bottom: 's' }}>
          <Alert type={isRejected ? 'error' : 'info'}>{fullMessage}</Alert>
        </Box>
      )}
      <LineFields
        form={form}
        actions={
          <>
            <Button formAction="none" iconName="add-plus" onClick={form.finish} {...disabledProps}>
              {t('returns.book.add')}
            </Button>
            {form.isDirty && (
              <Button formAction="none" variant="link" onClick={() => startLine({})}>
                {t('returns.book.clear')}
              </Button>
            )}
          </>
        }
      />
      <Box margin={{ top: 'm' }}>
        <Checkbox checked={keepsDates} onChange={({ detail }) => changeKeepsDates(detail.checked)}>
          {t('returns.book.keepDates')}
        </Checkbox>
      </Box>
    </section>
  );
};

/** Lines of the return: the entry row, then the table. Memoized, so that typing in the header fields does not render a thousand lines. */
export const LinesSection = memo(({ error }: { readonly error: string | undefined }) => {
  const { t } = useTexts();
  const returnLines = useReturnLinesContext();
  const { lines, problems } = returnLines;
  const work = useLines(returnLines);
  const firstIndex = lines.findIndex(({ key }) => problems.has(key));
  const firstInvalidLine = lines[firstIndex];
  const missingError = lines.length === 0 ? error : undefined;
  // Deferred, so that the button press is shown before a page of rows renders.
  const shownTable = useDeferredValue(lines.length > 0 && <LinesTable returnLines={returnLines} work={work} />);
  return (
    <section className="lines-section" aria-labelledby="lines-title">
      <h2 id="lines-title" tabIndex={-1}>
        {t('returns.book.sections.lines')}
      </h2>
      <div data-field="lines" className="lines-begin">
        {firstInvalidLine && (
          <Alert
            type="error"
            action={
              <Button formAction="none" onClick={() => work.view.goTo(firstInvalidLine.key)}>
                {t('returns.book.problems.goTo', { line: firstIndex + 1 })}
              </Button>
            }
          >
            {t('returns.book.problems.count', { count: problems.size })}
          </Alert>
        )}
        <Container>
          <SpaceBetween size="s">
            {missingError !== undefined && <FormField errorText={missingError} />}
            <LineEntry onAdd={work.add} />
          </SpaceBetween>
        </Container>
      </div>
      <LinesTools work={work} />
      {lines.length > 0 && shownTable}
    </section>
  );
});
