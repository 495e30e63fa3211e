import Icon from '@cloudscape-design/components/icon';
import { useState } from 'react';
import { useTexts } from '#web/i18n/i18n.ts';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';

const supportDialog = createLazyComponent(
  async () => (await import('#web/components/support-dialog.tsx')).SupportDialog,
);

/** Opens the customer support portal, where a store asks about a record. */
export const AskButton = ({ reference }: { readonly reference: string }) => {
  const { t } = useTexts();
  const [isAsking, setAsking] = useState(false);
  const text = t('home.action.ask');
  return (
    <>
      <button
        type="button"
        className="hit-action"
        aria-label={t('common.labelled', { field: text, text: reference })}
        onClick={() => void supportDialog.load().then(setAsking)}
      >
        {text} <Icon name="external" size="small" />
      </button>
      {isAsking && <supportDialog.Lazy onClose={() => setAsking(false)} />}
    </>
  );
};
