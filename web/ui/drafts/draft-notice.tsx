import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { useEffect } from 'react';
import { limits } from '#shared/limits.ts';
import { regions } from '#shared/regions.ts';
import { usePlace } from '#web/browser/place.ts';
import { useTexts } from '#web/language/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { focusHeading } from '#web/ui/page.tsx';
import { useDraftContext } from './draft-context.ts';
import { draftPath } from './draft-kind.ts';
import { ParkedDrafts } from './parked-drafts.tsx';
import { useDraftIsRefused } from './use-draft.ts';

/** Puts what is being filled in aside, for the next customer's. */
export const ParkDraft = () => {
  const { t } = useTexts();
  const place = usePlace();
  const opening = useDraftContext();
  if (opening?.ownId === undefined) return null;
  return (
    <LinkButton variant="link" href={draftPath(opening.kind, place)}>
      {t('draft.another')}
    </LinkButton>
  );
};

const useAnnounced = (words: string | false | undefined) =>
  useEffect(() => {
    if (words) announce(words);
  }, [words]);

type Props = {
  /** When the draft was kept (ISO instant); undefined where the form came from none. */
  readonly restoredFrom: string | undefined;
  readonly onDiscard: () => void;
};

/** Says that a form continues what was typed before, and offers to begin anew, or that it cannot; where the browser keeps nothing of it, that; and which others are parked. */
export const DraftNotice = ({ restoredFrom, onDiscard }: Props) => {
  const { t, formatInstant, formatNumber } = useTexts();
  const { region } = usePlace();
  const opening = useDraftContext();
  const restored = restoredFrom && t('draft.restored', { time: formatInstant(restoredFrom, regions[region].timeZone) });
  useAnnounced(restored);
  const missed = opening?.missed && t(`draft.${opening.missed}`, { days: formatNumber(limits.draftDays) });
  useAnnounced(missed);
  const refused = useDraftIsRefused() && t('draft.refused');
  useAnnounced(refused);

  const discard = () => {
    onDiscard();
    announce(t('draft.discarded'));
    // The button goes with the notice.
    focusHeading();
  };
  return (
    <>
      {restored && (
        <Alert
          type="info"
          action={
            <Button onClick={discard} formAction="none">
              {t('draft.discard')}
            </Button>
          }
        >
          {restored}
        </Alert>
      )}
      {missed && <Alert type="info">{missed}</Alert>}
      {refused && <Alert type="warning">{refused}</Alert>}
      {opening && <ParkedDrafts kinds={[opening.kind]} />}
    </>
  );
};
