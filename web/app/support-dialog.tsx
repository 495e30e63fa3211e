import { useTexts } from '#web/language/i18n.ts';
import { QuestionDialog } from '#web/ui/question-dialog.tsx';

type Props = { readonly url: string; readonly onClose: () => void };

/** Asks before the customer support portal opens in a new tab. */
export const SupportDialog = ({ url, onClose }: Props) => {
  const { t } = useTexts();
  const open = () => {
    window.open(url, '_blank', 'noopener');
    onClose();
  };
  return (
    <QuestionDialog
      title={t('shell.support.title')}
      cancel={t('shell.support.cancel')}
      confirm={{ text: t('shell.support.continue'), onChosen: open }}
      onClose={onClose}
    >
      <div>{t('shell.support.text')}</div>
    </QuestionDialog>
  );
};
