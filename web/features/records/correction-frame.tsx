import Button from '@cloudscape-design/components/button';
import type { ReactNode } from 'react';
import { AppError } from '#shared/api/errors.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { RecordIdentity } from '#shared/records/record.ts';
import { call } from '#web/data/api.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { FormErrors } from '#web/ui/form/form-errors.tsx';
import type { ErrorSummary } from '#web/ui/form/use-fields.ts';
import { FormWithBar } from './form-bar.tsx';
import type { ConcurrentChange } from './merge-panel.tsx';
import { ConcurrentChangePanel, RejectedCorrectionPanel } from './merge-panel.tsx';
import type { ChangeableRecord, RecordKindInfo, RecordKindView, SubmittedRecord } from './record-kind-view.ts';
import { rejectionText } from './rejection-text.ts';

/** Sends a correction. On a conflict, returns the current record with `isStored: false`; throws any other error. */
export const sendCorrection = async <Full extends ChangeableRecord>(
  { routes, conflictCodes }: Pick<RecordKindView<SubmittedRecord, Full>, 'routes' | 'conflictCodes'>,
  { region, storeId, storeRefNo, id }: RecordIdentity & { readonly region: RegionId },
  send: () => Promise<Full>,
): Promise<{ readonly isStored: boolean; readonly record: Full }> => {
  try {
    return { isStored: true, record: await send() };
  } catch (error) {
    if (!(error instanceof AppError && conflictCodes.includes(error.code))) throw error;
    return { isStored: false, record: await call(routes.find, { region, storeId, storeRefNo, id }) };
  }
};

export type CorrectionProps<Full> = {
  /** Base version of the correction: the record when it started, or the newer version that was merged since. */
  readonly record: Full;
  readonly onCorrected: (record: Full) => void;
  readonly onCancel: () => void;
  /** Called with the current record when others have changed it first. */
  readonly onConflict: (record: Full) => void;
  /** Called with the texts of the unsaved changes when the record can no longer be corrected. */
  readonly onRejected: (unsavedChanges: readonly string[]) => void;
};

type Props = {
  readonly kind: RecordKindInfo;
  readonly form: { readonly isBusy: boolean; readonly errorSummary: ErrorSummary | undefined };
  readonly concurrentChange: ConcurrentChange | undefined;
  readonly missingLabels: readonly string[];
  readonly incompleteText?: string | undefined;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  readonly onRejected: (unsavedChanges: readonly string[]) => void;
  readonly children: ReactNode;
};

export const CorrectionFrame = ({
  kind,
  form,
  concurrentChange,
  missingLabels,
  incompleteText,
  onSubmit,
  onCancel,
  onRejected,
  children,
}: Props) => {
  const { t } = useTexts();
  const { name } = kind;
  const rejection = concurrentChange && rejectionText(kind, concurrentChange.currentRecord, t);
  return (
    <>
      {concurrentChange && rejection && <RejectedCorrectionPanel kind={kind} title={rejection} {...concurrentChange} />}
      {concurrentChange && !rejection && <ConcurrentChangePanel {...concurrentChange} />}
      <FormErrors errorSummary={form.errorSummary} />
      <FormWithBar
        form={form}
        missingLabels={rejection ? undefined : missingLabels}
        incompleteText={incompleteText}
        buttons={
          concurrentChange && rejection ? (
            <Button variant="primary" formAction="none" onClick={() => onRejected(concurrentChange.unsavedChanges)}>
              {t(`${name}.book.correct.reload`)}
            </Button>
          ) : (
            <>
              <Button variant="primary" formAction="none" loading={form.isBusy} onClick={onSubmit}>
                {t(`${name}.book.correct.submit`)}
              </Button>
              {!form.isBusy && (
                <Button variant="link" formAction="none" onClick={onCancel}>
                  {t(`${name}.book.correct.cancel`)}
                </Button>
              )}
            </>
          )
        }
      >
        {children}
      </FormWithBar>
    </>
  );
};
