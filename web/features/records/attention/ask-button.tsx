import Icon from '@cloudscape-design/components/icon';
import { useSupportDialog } from '#web/components/use-support-dialog.tsx';
import { useTexts } from '#web/i18n/i18n.ts';

/** Opens the customer support portal, where a store asks about a record. */
export const AskButton = ({ reference }: { readonly reference: string }) => {
  const { t } = useTexts();
  const { openDialog, dialog } = useSupportDialog();
  const text = t('home.action.ask');
  return (
    <>
      <button
        type="button"
        className="hit-action"
        aria-label={t('common.labelled', { field: text, text: reference })}
        onClick={openDialog}
      >
        {text} <Icon name="external" size="small" />
      </button>
      {dialog}
    </>
  );
};
