import { useEffect, useId, useRef, useState } from 'react';
import type { RegionId } from '#shared/regions.ts';
import type { Failure } from '#web/data/api-errors.ts';
import { failureOf } from '#web/data/api-errors.ts';
import { refreshSession } from '#web/data/api.ts';
import { useAction } from '#web/data/use-action.ts';
import { useTexts } from '#web/language/i18n.ts';
import { endSession } from '#web/session/end-session.ts';
import { isRefusal } from '#web/session/refresh.ts';
import { FailureText } from '#web/ui/failure-text.tsx';
import { PlainButton } from '#web/ui/plain-button.tsx';
import { signOut } from './sign-out.ts';

type Props = { readonly region: RegionId; /** Milliseconds since the epoch. */ readonly endsAt: number };

export const IdleDialog = ({ region, endsAt }: Props) => {
  const { t, formatTime } = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const stayButton = useRef<HTMLButtonElement>(null);
  const [failure, setFailure] = useState<Failure>();
  const titleId = useId();
  const textId = useId();

  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    stayButton.current?.focus();
    // Closing gives the focus back to where it was.
    return () => shown?.close();
  }, []);

  const { isBusy, run: stay } = useAction(() => refreshSession(region), {
    onFailed: (error) => (isRefusal(error) ? endSession(region, 'sessionEnded') : setFailure(failureOf(error))),
  });

  return (
    <dialog
      ref={dialog}
      className="session-dialog"
      aria-labelledby={titleId}
      aria-describedby={textId}
      onCancel={(event) => {
        // Whoever presses Escape is there.
        event.preventDefault();
        void stay();
      }}
    >
      <h2 id={titleId}>{t('session.idle.title')}</h2>
      <p id={textId}>{t('session.idle.text', { time: formatTime(endsAt) })}</p>
      {failure && (
        <p role="alert">
          <FailureText failure={failure} />
        </p>
      )}
      <div className="session-actions">
        <PlainButton disabled={isBusy} onClick={() => void signOut(region)}>
          {t('shell.signOut')}
        </PlainButton>
        <PlainButton ref={stayButton} isPrimary aria-disabled={isBusy} onClick={() => void stay()}>
          {t(isBusy ? 'session.idle.busy' : 'session.idle.stay')}
        </PlainButton>
      </div>
    </dialog>
  );
};
