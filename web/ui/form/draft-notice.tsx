import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect } from 'react';
import { regions } from '#shared/regions.ts';
import { usePlace } from '#web/browser/place.ts';
import { useTexts } from '#web/language/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import { focusHeading } from '#web/ui/page.tsx';
import { useDraftIsRefused } from './use-draft.ts';

type Props = {
  /** When the draft was kept (ISO instant); nothing shows where the form came from none. */
  readonly restoredFrom: string | undefined;
  readonly onDiscard: () => void;
};

/** Says that a form continues what was typed before, and offers to begin anew; and where the browser keeps nothing of it, that. */
export const DraftNotice = ({ restoredFrom, onDiscard }: Props) => {
  const { t, formatInstant } = useTexts();
  const { region } = usePlace();
  const words = restoredFrom && t('draft.restored', { time: formatInstant(restoredFrom, regions[region].timeZone) });
  useEffect(() => {
    if (words) announce(words);
  }, [words]);

  const refused = useDraftIsRefused() && t('draft.refused');
  useEffect(() => {
    if (refused) announce(refused);
  }, [refused]);

  if (!words && !refused) return null;
  const discard = () => {
    onDiscard();
    announce(t('draft.discarded'));
    // The button goes with the notice.
    focusHeading();
  };
  return (
    <SpaceBetween size="s">
      {words && (
        <Alert
          type="info"
          action={
            <Button onClick={discard} formAction="none">
              {t('draft.discard')}
            </Button>
          }
        >
          {words}
        </Alert>
      )}
      {refused && <Alert type="warning">{refused}</Alert>}
    </SpaceBetween>
  );
};
