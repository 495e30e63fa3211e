import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ChangeRefusal } from '#shared/records/why-not.ts';
import { whyNot } from '#shared/records/why-not.ts';
import { useTexts } from '#web/language/i18n.ts';
import type { ChangeableRecord } from './record-kind.ts';
import type { RefusingKind } from './refusal-text.ts';
import { refusalText } from './refusal-text.ts';

type Props = {
  readonly kind: RefusingKind;
  readonly record: ChangeableRecord;
  readonly onCorrect: () => void;
  readonly onWithdraw: () => void;
};

/** What its store can still do with a record; what it cannot any more says why. */
export const ChangeButtons = ({ kind, record, onCorrect, onWithdraw }: Props) => {
  const texts = useTexts();
  const { t } = texts;
  const refused = (refusal: ChangeRefusal | undefined) =>
    refusal === undefined ? {} : { disabled: true, disabledReason: refusalText(kind, record, refusal, texts) };
  return (
    <SpaceBetween direction="horizontal" size="xs">
      <Button onClick={onCorrect} {...refused(whyNot.correct(record))}>
        {t(`${kind.name}.details.correct`)}
      </Button>
      <Button onClick={onWithdraw} {...refused(whyNot.withdraw(record))}>
        {t(`${kind.name}.details.withdraw`)}
      </Button>
    </SpaceBetween>
  );
};
