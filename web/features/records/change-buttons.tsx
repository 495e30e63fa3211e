import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { changeRefusal } from '#shared/records/change-refusal.ts';
import { useTexts } from '#web/language/i18n.ts';
import { destructive } from '#web/ui/destructive.ts';
import { focusHeading } from '#web/ui/page.tsx';
import type { ChangeableRecord, NamedKind } from './record-kind.ts';

type Props = {
  readonly kind: NamedKind;
  readonly record: ChangeableRecord;
  readonly onCorrect: () => void;
  readonly onWithdraw: () => void;
  /** What else can be done with it, and comes first. */
  readonly children: ReactNode;
};

/** What its store can do with a record. Why it can no longer change it stands below the heading (refusal-text.ts). */
export const ChangeButtons = ({ kind: { name }, record, onCorrect, onWithdraw, children }: Props) => {
  const { t } = useTexts();
  const canCorrect = changeRefusal.correct(record) === undefined;
  const canWithdraw = changeRefusal.withdraw(record) === undefined;
  const couldWithdraw = useRef(canWithdraw);
  useEffect(() => {
    // Whoever was about to press it: the number came while they looked, or they have just withdrawn it.
    if (couldWithdraw.current && !canWithdraw && document.activeElement === document.body) focusHeading();
    couldWithdraw.current = canWithdraw;
  }, [canWithdraw]);
  return (
    <SpaceBetween direction="horizontal" size="xs">
      {children}
      {canCorrect && <Button onClick={onCorrect}>{t(`${name}.details.correct`)}</Button>}
      {canWithdraw && (
        <Button style={destructive} onClick={onWithdraw}>
          {t(`${name}.details.withdraw`)}
        </Button>
      )}
    </SpaceBetween>
  );
};
