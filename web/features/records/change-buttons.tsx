import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ChangeRefusal } from '#shared/records/why-not.ts';
import { correctionsOf, whyNot } from '#shared/records/why-not.ts';
import { useTexts } from '#web/language/i18n.ts';
import type { ChangeableRecord, NamedKind, RecordKind, SubmittedRecord } from './record-kind.ts';

type Props = {
  readonly kind: NamedKind & Pick<RecordKind<SubmittedRecord>, 'notPending'>;
  readonly record: ChangeableRecord;
  readonly onCorrect: () => void;
  readonly onWithdraw: () => void;
};

/** What its store can still do with a record; what it cannot any more says why. */
export const ChangeButtons = ({ kind: { name, notPending }, record, onCorrect, onWithdraw }: Props) => {
  const { t } = useTexts();
  const reasons: Record<ChangeRefusal, string> = {
    withdrawn: t(`${name}.details.isWithdrawn`),
    notPending: t(`errors.${notPending}`),
    correctedTooOften: t(`${name}.details.correctedTooOften`, { count: correctionsOf(record.timeline) }),
  };
  const refused = (refusal: ChangeRefusal | undefined) =>
    refusal === undefined ? {} : { disabled: true, disabledReason: reasons[refusal] };
  return (
    <SpaceBetween direction="horizontal" size="xs">
      <Button onClick={onCorrect} {...refused(whyNot.correct(record))}>
        {t(`${name}.details.correct`)}
      </Button>
      <Button onClick={onWithdraw} {...refused(whyNot.withdraw(record))}>
        {t(`${name}.details.withdraw`)}
      </Button>
    </SpaceBetween>
  );
};
