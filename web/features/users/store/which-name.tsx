import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import '#web/features/users/users.css';
import { limits } from '#shared/limits.ts';
import { useTexts } from '#web/language/i18n.ts';
import type { KnownStores } from './use-known-stores.ts';

/** Asks which name of a store is right: the one that is known, or the one that was typed. */
export const WhichName = ({ known: { question, answer, cancel } }: { readonly known: KnownStores }) => {
  const { t } = useTexts();
  if (question === undefined) return null;
  const { storeId, known, typed } = question;
  return (
    <Modal
      visible
      header={t('users.storeForm.question.title')}
      width={limits.web.dialogPixels}
      closeAriaLabel={t('users.storeForm.question.close')}
      onDismiss={cancel}
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button variant="link" formAction="none" onClick={cancel}>
              {t('users.storeForm.question.cancel')}
            </Button>
            <Button formAction="none" onClick={() => answer(typed)}>
              {t('users.storeForm.question.typed', { typed })}
            </Button>
            <Button variant="primary" formAction="none" onClick={() => answer(known)}>
              {t('users.storeForm.question.known', { known })}
            </Button>
          </SpaceBetween>
        </Box>
      }
    >
      <div className="users-wrap">{t('users.storeForm.question.text', { storeId, known, typed })}</div>
    </Modal>
  );
};
