import Button from '@cloudscape-design/components/button';
import { useState } from 'react';
import { useTexts } from '#web/i18n/i18n.ts';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';

const supportDialog = createLazyComponent(
  async () => (await import('#web/components/support-dialog.tsx')).SupportDialog,
);

/** Note that a record can no longer be changed in this portal, with a link to the customer support portal. */
export const SupportOnly = () => {
  const { t } = useTexts();
  const [isAsking, setAsking] = useState(false);
  const [textBeforeLink, textAfterLink] = t('progress.supportOnly', { portal: '|' }).split('|');
  return (
    <p>
      {textBeforeLink}
      <Button variant="inline-link" formAction="none" onClick={() => void supportDialog.load().then(setAsking)}>
        {t('shell.support.link')}
      </Button>
      {textAfterLink}
      {isAsking && <supportDialog.Lazy onClose={() => setAsking(false)} />}
    </p>
  );
};
