import { useEffect, useRef } from 'react';
import './find-dialog.css';
import { FindRecords } from '#web/features/records/find/find-records.tsx';
import { useTexts } from '#web/language/i18n.ts';
import { PlainButton } from '#web/ui/plain-button.tsx';
import { useFinders } from './use-finders.ts';

export const FindDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    shown?.querySelector('input')?.focus();
    // Closing gives the focus back to where it was.
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="find-dialog"
      aria-label={t('list.search')}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div>
        <FindRecords finders={useFinders()} onFollowed={onClose} />
        <PlainButton onClick={onClose}>{t('shell.find.close')}</PlainButton>
      </div>
    </dialog>
  );
};
