import Button from '@cloudscape-design/components/button';
import Form from '@cloudscape-design/components/form';
import type { ReactNode } from 'react';
import { AppError } from '#shared/errors.ts';
import { changeRefusal } from '#shared/records/change-refusal.ts';
import type { RecordIdentity } from '#shared/records/record.ts';
import type { RegionId } from '#shared/regions.ts';
import { call } from '#web/data/api.ts';
import { useTexts } from '#web/language/i18n.ts';
import { FormErrors } from '#web/ui/form/form-errors.tsx';
import type { Complaint } from '#web/ui/form/use-fields.ts';
import { FormBar } from './form-bar.tsx';
import type { Difference } from './merge-panel.tsx';
import { ChangedMeanwhile, RefusedMeanwhile } from './merge-panel.tsx';
import type { ChangeableRecord, RecordKind, SubmittedRecord } from './record-kind.ts';
import type { RefusingKind } from './refusal-text.ts';

type SentCorrection<Full> = { readonly isStored: boolean; readonly record: Full };

/** Sends a correction; where somebody else was faster, it finds how the record is now. Throws any other failure. */
export const sendCorrection = async <Full extends ChangeableRecord>(
  { routes, conflicts }: Pick<RecordKind<SubmittedRecord, Full>, 'routes' | 'conflicts'>,
  { region, storeId, storeRefNo, id }: RecordIdentity & { readonly region: RegionId },
  send: () => Promise<Full>,
): Promise<SentCorrection<Full>> => {
  try {
    return { isStored: true, record: await send() };
  } catch (error) {
    if (!(error instanceof AppError && conflicts.includes(error.code))) throw error;
    return { isStored: false, record: await call(routes.find, { region, storeId, storeRefNo, id }) };
  }
};

export type Correction<Full> = {
  readonly onCorrected: (record: Full) => void;
  readonly onCancel: () => void;
  /** Others were faster: gets the record as they have left it. */
  readonly onOvertaken: (record: Full) => void;
  /** It cannot be corrected any more: gets what was not saved, in words. */
  readonly onRefused: (unsaved: readonly string[]) => void;
};

type Meanwhile = {
  readonly now: ChangeableRecord;
  readonly differences: readonly Difference[];
  readonly unsaved: readonly string[];
};

type Props = {
  readonly kind: RefusingKind;
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
  const refusal = meanwhile && changeRefusal.correct(meanwhile.now);
  return (
    <>
      {meanwhile && refusal && <RefusedMeanwhile kind={kind} refusal={refusal} {...meanwhile} />}
      {meanwhile && !refusal && <ChangedMeanwhile {...meanwhile} />}
      <FormErrors complaint={form.complaint} />
      {/* No form element: a scanner ends with Enter, and only the button may send. */}
      <Form>
        {/* What is on its way to the server no longer changes. */}
        <div inert={form.busy}>{children}</div>
      </Form>
      <FormBar missing={refusal || form.complaint?.fields.length ? undefined : missing}>
        {meanwhile && refusal ? (
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
        )}
      </FormBar>
    </>
  );
};
