import Input from '@cloudscape-design/components/input';
import { useState } from 'react';
import { repairs } from '#shared/api/routes/repairs.ts';
import type { ContentField, RepairContent } from '#shared/repairs/content.ts';
import { pickRepairContent } from '#shared/repairs/content.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { usePlace } from '#web/browser/place.ts';
import { useForm } from '#web/components/forms/use-form.ts';
import { call } from '#web/data/api.ts';
import type { CorrectionProps } from '#web/features/records/correction-frame.tsx';
import { CorrectionFrame, sendCorrection } from '#web/features/records/correction-frame.tsx';
import { contentText, findChangedFields } from '#web/features/repairs/details/content-texts.ts';
import { repairKind } from '#web/features/repairs/repair-kind.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { Field } from '#web/ui/form/field.tsx';
import { contentLabels, findMissingLabels } from './content-form.tsx';
import { RepairFields } from './repair-fields.tsx';
import { useRepairFields } from './use-repair-fields.ts';

/** Three versions of the content for a merge: at the start of the correction (`base`), as saved by others since (`theirs`), and as edited in this form (`mine`). */
type Versions = Readonly<Record<'base' | 'theirs' | 'mine', RepairContent>>;

/** Finds the fields that others have changed, and whether this form has changed them too (`isChangedByMe`). Omits fields to which both made the same change. */
const findDifferences = ({
  base,
  theirs,
  mine,
}: Versions): { readonly field: ContentField; readonly isChangedByMe: boolean }[] => {
  const myChangedFields = findChangedFields(base, mine);
  const differingFields = findChangedFields(theirs, mine);
  return findChangedFields(base, theirs)
    .filter((field) => differingFields.includes(field))
    .map((field) => ({ field, isChangedByMe: myChangedFields.includes(field) }));
};

/** Form that corrects the content of a pending repair; its reference cannot change. If others have saved a newer version, merges it and keeps this form's changes. */
export const CorrectRepair = ({
  record: repair,
  onCorrected,
  onCancel,
  onConflict,
  onRejected,
}: CorrectionProps<Repair>) => {
  const texts = useTexts();
  const { t } = texts;
  const { region } = usePlace();
  const { storeId, storeRefNo, id, version } = repair;
  const [initialValues] = useState(() => ({ region, storeId, storeRefNo, id, version, ...pickRepairContent(repair) }));
  const [conflictVersions, setConflictVersions] = useState<Versions & { readonly theirs: Repair }>();

  const form = useForm({
    shape: repairs.correctRepair,
    initial: initialValues,
    labels: contentLabels,
    send: async (input) => ({
      mine: pickRepairContent(input),
      ...(await sendCorrection(repairKind, input, () => call(repairs.correctRepair, input))),
    }),
    onDone: ({ isStored, record, mine }) => {
      if (isStored) return onCorrected(record);
      const versions = { base: pickRepairContent(repair), theirs: record, mine };
      setConflictVersions(versions);
      form.set('version', record.version);
      for (const { field, isChangedByMe } of findDifferences(versions))
        if (!isChangedByMe) form.set(field, record[field]);
      onConflict(record);
    },
  });
  const fieldsState = useRepairFields(form);
  const fieldText = (field: ContentField) => t(`repairs.fields.${field}`);

  const concurrentChange = conflictVersions && {
    currentRecord: conflictVersions.theirs,
    differences: findDifferences(conflictVersions).map(({ field, isChangedByMe }) => ({
      key: field,
      name: fieldText(field),
      theirs: contentText(conflictVersions.theirs, field, texts),
      yours: isChangedByMe ? contentText(conflictVersions.mine, field, texts) : undefined,
      isTheirsSelected: JSON.stringify(form.values[field]) === JSON.stringify(conflictVersions.theirs[field]),
      choose: (side: 'theirs' | 'yours') =>
        form.set(field, conflictVersions[side === 'theirs' ? 'theirs' : 'mine'][field]),
    })),
    unsavedChanges: findChangedFields(conflictVersions.base, conflictVersions.mine).map((field) =>
      t('repairs.details.unsavedField', {
        field: fieldText(field),
        value: contentText(conflictVersions.mine, field, texts),
      }),
    ),
  };
  return (
    <CorrectionFrame
      kind={repairKind}
      form={form}
      concurrentChange={concurrentChange}
      missingLabels={findMissingLabels(form.findMissingFields(), t)}
      onSubmit={() => void form.submit()}
      onCancel={onCancel}
      onRejected={onRejected}
    >
      <RepairFields
        form={form}
        fieldsState={fieldsState}
        reference={
          <Field name="storeRefNo" label={t('repairs.fields.storeRefNo')}>
            <Input value={storeRefNo} readOnly />
          </Field>
        }
      />
    </CorrectionFrame>
  );
};
