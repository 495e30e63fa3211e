import Input from '@cloudscape-design/components/input';
import type { Repair } from '#shared/repairs/repair.ts';
import type { Correction } from '#web/features/records/correction-frame.tsx';
import { CorrectionFrame } from '#web/features/records/correction-frame.tsx';
import { contentText } from '#web/features/repairs/details/content-texts.ts';
import { changedFields } from '#web/features/repairs/details/what-changed.ts';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { useTexts } from '#web/language/i18n.ts';
import { Field } from '#web/ui/form/field.tsx';
import { missingNames } from './content-form.tsx';
import { newsIn } from './merge-content.ts';
import { RepairFields } from './repair-fields.tsx';
import { useCorrection } from './use-correction.ts';

type Props = Correction<Repair> & {
  /** As it was when the correction began, or when others were found to have changed it since. */
  readonly repair: Repair;
};

/** Corrects what a pending repair says; its reference stays. */
export const CorrectRepair = ({ repair, onCorrected, onCancel, onOvertaken, onRefused }: Props) => {
  const texts = useTexts();
  const { t } = texts;
  const { form, overtaken } = useCorrection({ repair, onCorrected, onOvertaken });
  const fieldText = (field: Parameters<typeof contentText>[1]) => t(`repairs.fields.${field}`);

  const meanwhile = overtaken && {
    now: overtaken.now,
    differences: newsIn(overtaken).map(({ field, isYours }) => ({
      key: field,
      name: fieldText(field),
      theirs: contentText(overtaken.now, field, texts),
      yours: isYours ? contentText(overtaken.yours, field, texts) : undefined,
      isTheirs: JSON.stringify(form.values[field]) === JSON.stringify(overtaken.now[field]),
      choose: (whose: 'theirs' | 'yours') => form.set(field, overtaken[whose === 'theirs' ? 'now' : 'yours'][field]),
    })),
    unsaved: changedFields(overtaken.before, overtaken.yours).map((field) =>
      t('repairs.details.unsavedField', {
        field: fieldText(field),
        value: contentText(overtaken.yours, field, texts),
      }),
    ),
  };
  return (
    <CorrectionFrame
      kind={repairKind}
      form={form}
      meanwhile={meanwhile}
      missing={missingNames(form.missingFields(), t)}
      onSubmit={() => void form.submit()}
      onCancel={onCancel}
      onRefused={onRefused}
    >
      <RepairFields
        form={form}
        reference={
          <Field name="storeRefNo" label={t('repairs.fields.storeRefNo')}>
            <Input value={repair.storeRefNo} readOnly />
          </Field>
        }
      />
    </CorrectionFrame>
  );
};
