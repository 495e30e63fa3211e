import { useTexts } from '#web/language/i18n.ts';
import { QuestionDialog } from '#web/ui/question-dialog.tsx';
import type { KnownStores } from './use-known-stores.ts';

/** Asks which name of a store is right: the one that is known, or the one that was typed. */
export const WhichName = ({ known: { question, answer, cancel } }: { readonly known: KnownStores }) => {
  const { t } = useTexts();
  if (question === undefined) return null;
  const { storeId, known, typed } = question;
  return (
    <QuestionDialog
      title={t('users.storeForm.question.title')}
      cancel={t('users.storeForm.question.cancel')}
      other={{ text: t('users.storeForm.question.typed', { typed }), onChosen: () => answer(typed) }}
      confirm={{ text: t('users.storeForm.question.known', { known }), onChosen: () => answer(known) }}
      onClose={cancel}
    >
      <div>{t('users.storeForm.question.text', { storeId, known, typed })}</div>
    </QuestionDialog>
  );
};
