import Input from '@cloudscape-design/components/input';
import { useState } from 'react';
import { repairs } from '#shared/api/routes/repairs.ts';
import type { ContentField, RepairContent } from '#shared/repairs/content.ts';
import { contentOf } from '#shared/repairs/content.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { usePlace } from '#web/browser/place.ts';
import { useForm } from '#web/components/forms/use-form.ts';
import { call } from '#web/data/api.ts';
import type { Correction } from '#web/features/records/correction-frame.tsx';
import { CorrectionFrame, sendCorrection } from '#web/features/records/correction-frame.tsx';
import { contentText, changedFields } from '#web/features/repairs/details/content-texts.ts';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { Field } from '#web/ui/form/field.tsx';
import { contentLabels, missingNames } from './content-form.tsx';
import { RepairFields } from './repair-fields.tsx';

/** Three versions of the content for a merge: at the start of the correction (`before`), as saved by others since (`now`), and as edited in this form (`yours`). */
type Versions = Readonly<Record<'before' | 'now' | 'yours', RepairContent>>;

/** Finds the fields that others have changed, and whether this form has changed them too (`isYours`). Omits fields to which both made the same change. */
const findDifferences = ({
  before,
  now,
  yours,
}: Versions): { readonly field: ContentField; readonly isYours: boolean }[] => {
  const myFields = changedFields(before, yours);
  const differingFields = changedFields(now, yours);
  return changedFields(before, now)
    .filter((field) => differingFields.includes(field))
    .map((field) => ({ field, isYours: myFields.includes(field) }));
};

/** Form that corrects the content of a pending repair; its reference cannot change. If others have saved a newer version, merges it and keeps this form's changes. */
export const CorrectRepair = ({
  record: repair,
  onCorrected,
  onCancel,
  onOvertaken,
  onRefused,
}: Correction<Repair>) => {
  const texts = useTexts();
  const { t } = texts;
  const { region } = usePlace();
  const { storeId, storeRefNo, id, version } = repair;
  const [initial] = useState(() => ({ region, storeId, storeRefNo, id, version, ...contentOf(repair) }));
  const [overtaken, setOvertaken] = useState<Versions & { readonly now: Repair }>();

  const form = useForm({
    shape: repairs.correctRepair,
    initial,
    labels: contentLabels,
    send: async (input) => ({
      yours: contentOf(input),
      ...(await sendCorrection(repairKind, input, () => call(repairs.correctRepair, input))),
    }),
    onDone: ({ isStored, record, yours }) => {
      if (isStored) return onCorrected(record);
      const versions = { before: contentOf(repair), now: record, yours };
      setOvertaken(versions);
      form.set('version', record.version);
      for (const { field, isYours } of findDifferences(versions)) if (!isYours) form.set(field, record[field]);
      onOvertaken(record);
    },
  });
  const fieldText = (field: ContentField) => t(`repairs.fields.${field}`);

  const concurrentChange = overtaken && {
    now: overtaken.now,
    differences: findDifferences(overtaken).map(({ field, isYours }) => ({
      key: field,
      name: fieldText(field),
      theirs: contentText(overtaken.now, field, texts),
      yours: isYours ? contentText(overtaken.yours, field, texts) : undefined,
      isTheirs: JSON.stringify(form.values[field]) === JSON.stringify(overtaken.now[field]),
      choose: (side: 'theirs' | 'yours') => form.set(field, overtaken[side === 'theirs' ? 'now' : 'yours'][field]),
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
      meanwhile={concurrentChange}
      missing={missingNames(form.missingFields(), t)}
      onSubmit={() => void form.submit()}
      onCancel={onCancel}
      onRefused={onRefused}
    >
      <RepairFields
        form={form}
        reference={
          <Field name="storeRefNo" label={t('repairs.fields.storeRefNo')}>
            <Input value={storeRefNo} readOnly />
          </Field>
        }
      />
    </CorrectionFrame>
  );
};
