import Button from '@cloudscape-design/components/button';
import type { ReactNode } from 'react';
import { AppError } from '#shared/api/errors.ts';
import type { RegionId } from '#shared/config/regions.ts';
import type { RecordIdentity } from '#shared/records/record.ts';
import { call } from '#web/data/api.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { FormErrors } from '#web/ui/form/form-errors.tsx';
import type { Complaint } from '#web/ui/form/use-fields.ts';
import { FormWithBar } from './form-bar.tsx';
import type { Meanwhile } from './merge-panel.tsx';
import { ChangedMeanwhile, RefusedMeanwhile } from './merge-panel.tsx';
import type { ChangeableRecord, NamedKind, RecordKind, SubmittedRecord } from './record-kind.ts';
import { refusalText } from './rejection-text.ts';

/** Sends a correction. On a conflict, returns the current record with `isStored: false`; throws any other error. */
export const sendCorrection = async <Full extends ChangeableRecord>(
  { routes, conflicts }: Pick<RecordKind<SubmittedRecord, Full>, 'routes' | 'conflicts'>,
  { region, storeId, storeRefNo, id }: RecordIdentity & { readonly region: RegionId },
  send: () => Promise<Full>,
): Promise<{ readonly isStored: boolean; readonly record: Full }> => {
  try {
    return { isStored: true, record: await send() };
  } catch (error) {
    if (!(error instanceof AppError && conflicts.includes(error.code))) throw error;
    return { isStored: false, record: await call(routes.find, { region, storeId, storeRefNo, id }) };
  }
};

export type Correction<Full> = {
  /** Base version of the correction: the record when it started, or the newer version that was merged since. */
  readonly record: Full;
  readonly onCorrected: (record: Full) => void;
  readonly onCancel: () => void;
  /** Called with the current record when others have changed it first. */
  readonly onOvertaken: (record: Full) => void;
  /** Called with the texts of the unsaved changes when the record can no longer be corrected. */
  readonly onRefused: (unsaved: readonly string[]) => void;
};

type Props = {
  readonly kind: NamedKind;
  readonly form: { readonly busy: boolean; readonly complaint: Complaint | undefined };
  readonly meanwhile: Meanwhile | undefined;
  readonly missing: readonly string[];
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  readonly onRefused: (unsaved: readonly string[]) => void;
  readonly children: ReactNode;
};

export const CorrectionFrame = ({ kind, form, meanwhile, missing, onSubmit, onCancel, onRefused, children }: Props) => {
  const { t } = useTexts();
  const { name } = kind;
  const refusal = meanwhile && refusalText(kind, meanwhile.now, t);
  return (
    <>
      {meanwhile && refusal && <RefusedMeanwhile kind={kind} title={refusal} {...meanwhile} />}
      {meanwhile && !refusal && <ChangedMeanwhile {...meanwhile} />}
      <FormErrors complaint={form.complaint} />
      <FormWithBar
        form={form}
        missing={refusal ? undefined : missing}
        buttons={
          meanwhile && refusal ? (
            <Button variant="primary" formAction="none" onClick={() => onRefused(meanwhile.unsaved)}>
              {t(`${name}.book.correct.reload`)}
            </Button>
          ) : (
            <>
              <Button variant="primary" formAction="none" loading={form.busy} onClick={onSubmit}>
                {t(`${name}.book.correct.submit`)}
              </Button>
              {!form.busy && (
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
