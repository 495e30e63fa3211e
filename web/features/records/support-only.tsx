import Button from '@cloudscape-design/components/button';
import { useSupportDialog } from '#web/components/use-support-dialog.tsx';
import { useTexts } from '#web/i18n/i18n.ts';

/** Note that a record can no longer be changed in this portal, with a link to the customer support portal. */
export const SupportOnly = () => {
  const { t } = useTexts();
  const { openDialog, dialog } = useSupportDialog();
  const [textBeforeLink, textAfterLink] = t('progress.supportOnly', { portal: '|' }).split('|');
  return (
    <p>
      {textBeforeLink}
      <Button variant="inline-link" formAction="none" onClick={openDialog}>
        {t('shell.support.link')}
      </Button>
      {textAfterLink}
      {dialog}
    </p>
  );
};
