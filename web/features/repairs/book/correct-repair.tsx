import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Form from '@cloudscape-design/components/form';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Repair } from '#shared/repairs/repair.ts';
import { contentText } from '#web/features/repairs/details/content-texts.ts';
import { changedFields } from '#web/features/repairs/details/what-changed.ts';
import { useTexts } from '#web/language/i18n.ts';
import { FormErrors } from '#web/ui/form/form-errors.tsx';
import { LabelledField } from './content-form.tsx';
import { DeviceFields } from './device-fields.tsx';
import { FaultFields } from './fault-fields.tsx';
import { PurchaseFields } from './purchase-fields.tsx';
import { useCorrection } from './use-correction.ts';

type Props = {
  /** As it was when the correction began. */
  readonly repair: Repair;
  /** Gets the corrected repair. */
  readonly onCorrected: (repair: Repair) => void;
  readonly onCancel: () => void;
  /** The repair has moved on meanwhile: whoever shows it loads it anew. Gets what was not saved, in words. */
  readonly onConflict: (unsaved: readonly string[]) => void;
};

/** Corrects what a pending repair says; its reference stays. */
export const CorrectRepair = ({ repair, onCorrected, onCancel, onConflict }: Props) => {
  const texts = useTexts();
  const { t } = texts;
  const { form, today, conflict, sent } = useCorrection({ repair, onCorrected });
  const unsaved = () =>
    sent
      ? changedFields(repair, sent).map((field) =>
          t('repairs.details.unsavedField', {
            field: t(`repairs.fields.${field}`),
            value: contentText(sent, field, texts),
          }),
        )
      : [];
  return (
    <Form
      actions={
        <SpaceBetween direction="horizontal" size="xs">
          <Button variant="link" formAction="none" onClick={onCancel}>
            {t('repairs.book.correct.cancel')}
          </Button>
          <Button
            variant="primary"
            formAction="none"
            loading={form.busy}
            disabled={conflict !== undefined}
            onClick={() => void form.submit()}
          >
            {t('repairs.book.correct.submit')}
          </Button>
        </SpaceBetween>
      }
    >
      <SpaceBetween size="l">
        <FormErrors complaint={form.complaint} />
        <DeviceFields form={form} />
        <FaultFields form={form} />
        <PurchaseFields
          form={form}
          today={today}
          reference={
            <LabelledField name="storeRefNo" error={undefined}>
              <Input value={repair.storeRefNo} readOnly />
            </LabelledField>
          }
        />
        {conflict && (
          <Alert
            type="error"
            action={
              <Button formAction="none" onClick={() => onConflict(unsaved())}>
                {t('repairs.book.correct.reload')}
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
