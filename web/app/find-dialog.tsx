import './find-dialog.css';
import { FindRecords } from '#web/features/records/find/find-records.tsx';
import { useTexts } from '#web/i18n/i18n.ts';
import { createModalRef } from '#web/ui/modal-ref.ts';
import { PlainButton } from '#web/ui/plain-button.tsx';
import { useFinders } from './use-finders.ts';

const modalRef = createModalRef('input');

export const FindDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTexts();
  return (
    <dialog
      ref={modalRef}
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
