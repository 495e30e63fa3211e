import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Form from '@cloudscape-design/components/form';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { ReturnRecord } from '#shared/returns/return.ts';
import { usePlace } from '#web/browser/place.ts';
import { changeWords } from '#web/features/returns/details/change-words.ts';
import { changesBetween } from '#web/features/returns/details/what-changed.ts';
import { useTexts } from '#web/language/i18n.ts';
import { useSession } from '#web/session/session-store.ts';
import { FormErrors } from '#web/ui/form/form-errors.tsx';
import { LinesSection } from './lines-section.tsx';
import { createUnfinished } from './unfinished.ts';
import { useReturnCorrection } from './use-return-correction.ts';
import { useSentBefore } from './use-sent-before.ts';

type Props = {
  /** As it was when the correction began. */
  readonly record: ReturnRecord;
  /** Gets the corrected return. */
  readonly onCorrected: (record: ReturnRecord) => void;
  readonly onCancel: () => void;
  /** The return has moved on meanwhile: whoever shows it loads it anew. Gets what was not saved, in words. */
  readonly onConflict: (unsaved: readonly string[]) => void;
};

/** Corrects the lines of a pending return; its reference stays. */
export const CorrectReturn = ({ record, onCorrected, onCancel, onConflict }: Props) => {
  const texts = useTexts();
  const { t } = texts;
  const { region } = usePlace();
  const { form, conflict, sent, today, context, problems, change } = useReturnCorrection({ record, onCorrected });
  const { lines } = form.values;
  const [unfinished] = useState(createUnfinished);
  // Staff don't say which store is theirs.
  const [storeId] = useState(useSession()?.isAdminUser === true ? record.storeId : undefined);
  const { sentBefore } = useSentBefore({ region, storeId, id: record.id, lines });
  const save = () => {
    if (!unfinished.complain('entry', 'line')) void form.submit();
  };
  return (
    // No form element: a scanner ends with Enter, and only the button may send.
    <Form
      actions={
        <SpaceBetween direction="horizontal" size="xs">
          <Button variant="link" formAction="none" onClick={onCancel}>
            {t('returns.book.correct.cancel')}
          </Button>
          <Button
            variant="primary"
            formAction="none"
            loading={form.busy}
            disabled={conflict !== undefined}
            onClick={save}
          >
            {t('returns.book.correct.submit')}
          </Button>
        </SpaceBetween>
      }
    >
      <SpaceBetween size="l">
        <FormErrors complaint={form.complaint} />
        {/* What is on its way to the server no longer changes. */}
        <div inert={form.busy}>
          <LinesSection
            id={record.id}
            lines={lines}
            error={form.errorOf('lines')}
            problems={problems}
            change={change}
            today={today}
            context={context}
            sentBefore={sentBefore}
            storeId={record.storeId}
            unfinished={unfinished}
          />
        </div>
        {conflict && (
          <Alert
            type="error"
            action={
              <Button
                formAction="none"
                onClick={() => onConflict(changeWords(changesBetween(record.lines, sent), texts))}
              >
                {t('returns.book.correct.reload')}
              </Button>
            }
          >
            {t(`errors.${conflict}`)}
          </Alert>
        )}
      </SpaceBetween>
    </Form>
  );
};
