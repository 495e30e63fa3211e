import Button from '@cloudscape-design/components/button';
import type { ButtonProps } from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import './dialog.css';
import { useEffect, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import type { Failure } from '#web/data/api-errors.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { destructiveStyle } from './destructive.ts';
import { FailureAlert } from './failure-alert.tsx';
import { WithIdentifiers } from './no-wrap.tsx';

const dialogPixels = 600;

type Props = {
  readonly title: string;
  /** Label of the button that closes the dialog; it has the initial focus, so that an accidental Enter is harmless. */
  readonly cancel: string;
  readonly confirm?: { readonly text: string; readonly onChosen: () => void } | undefined;
  readonly isDestructive?: boolean;
  readonly disabledReason?: string | undefined;
  readonly isBusy?: boolean;
  readonly failure?: Failure | undefined;
  /** Also called on Escape. Not called while busy, because the user has to see the outcome. */
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** Focuses a button once the dialog has opened; by default the dialog focuses its close button. */
const InitialFocus = ({ target }: { readonly target: RefObject<ButtonProps.Ref | null> }) => {
  useEffect(() => queueMicrotask(() => target.current?.focus()), [target]);
  return null;
};

export const Dialog = (props: Props) => {
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
        <span className="portal-dialog">
          <WithIdentifiers text={title} />
        </span>
      }
      width={dialogPixels}
      closeAriaLabel={t('common.closeDialog')}
      onDismiss={close}
      footer={
        <div className="portal-dialog-buttons">
          <Button ref={cancelButton} variant="link" formAction="none" onClick={close}>
            {cancel}
          </Button>
          {confirm && (
            <Button
              {...(isDestructive ? { style: destructiveStyle } : { variant: 'primary' })}
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
      <InitialFocus target={cancelButton} />
      <div className="portal-dialog">
        <SpaceBetween size="m">
          {children}
          {failure && <FailureAlert failure={failure} />}
        </SpaceBetween>
      </div>
    </Modal>
  );
};
