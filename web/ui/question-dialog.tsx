import Button from '@cloudscape-design/components/button';
import type { ButtonProps } from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import './question-dialog.css';
import { useEffect, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { limits } from '#shared/limits.ts';
import type { Failure } from '#web/data/api-errors.ts';
import { useTexts } from '#web/language/i18n.ts';
import { destructive } from './destructive.ts';
import { FailureAlert } from './failure-alert.tsx';
import { WithIdentifiers } from './no-wrap.tsx';

type Props = {
  readonly title: string;
  /** Leaves everything as it is: what the focus begins on, as a stray Enter must change nothing. */
  readonly cancel: string;
  readonly confirm?: { readonly text: string; readonly onChosen: () => void } | undefined;
  readonly isDestructive?: boolean;
  readonly disabledReason?: string | undefined;
  readonly isBusy?: boolean;
  readonly failure?: Failure | undefined;
  /** Also with Escape; not while it is busy: the outcome of what is under way has to be seen. */
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** Gives a button the focus once the dialog, which would have it begin on its cross, has opened. */
const Begin = ({ at }: { readonly at: RefObject<ButtonProps.Ref | null> }) => {
  useEffect(() => queueMicrotask(() => at.current?.focus()), [at]);
  return null;
};

export const QuestionDialog = (props: Props) => {
  const {
    title,
    cancel,
    confirm,
    isDestructive = false,
    disabledReason,
    isBusy = false,
    failure,
    onClose,
    children,
  } = props;
  const { t } = useTexts();
  const cancelButton = useRef<ButtonProps.Ref>(null);
  const close = () => {
    if (!isBusy) onClose();
  };
  return (
    <Modal
      visible
      header={
        <span className="question-dialog">
          <WithIdentifiers text={title} />
        </span>
      }
      width={limits.web.dialogPixels}
      closeAriaLabel={t('common.closeDialog')}
      onDismiss={close}
      footer={
        <div className="question-dialog-buttons">
          <Button ref={cancelButton} variant="link" formAction="none" onClick={close}>
            {cancel}
          </Button>
          {confirm && (
            <Button
              {...(isDestructive ? { style: destructive } : { variant: 'primary' })}
              formAction="none"
              loading={isBusy}
              disabled={disabledReason !== undefined}
              {...(disabledReason !== undefined && { disabledReason })}
              onClick={confirm.onChosen}
            >
              {confirm.text}
            </Button>
          )}
        </div>
      }
    >
      <Begin at={cancelButton} />
      <div className="question-dialog">
        <SpaceBetween size="m">
          {children}
          {failure && <FailureAlert failure={failure} />}
        </SpaceBetween>
      </div>
    </Modal>
  );
};
