import Button from '@cloudscape-design/components/button';
import { useState } from 'react';
import { useTexts } from '#web/i18n/i18n.ts';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';

const question = createLazyComponent(
  async () => (await import('#web/components/support-question.tsx')).SupportQuestion,
);

/** Says that a record can no longer be changed here, with the way to the customer support portal. */
export const SupportOnly = () => {
  const { t } = useTexts();
  const [isAsking, setAsking] = useState(false);
  const [before, after] = t('progress.supportOnly', { portal: '|' }).split('|');
  return (
    <p>
      {before}
      <Button variant="inline-link" formAction="none" onClick={() => void question.load().then(setAsking)}>
        {t('shell.support.link')}
      </Button>
      {after}
      {isAsking && <question.Lazy onClose={() => setAsking(false)} />}
    </p>
  );
};
