import { usePlace } from '#web/browser/place.ts';
import { useTexts } from '#web/language/i18n.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { useDraftContext } from './draft-context.ts';
import { draftPath } from './draft-kind.ts';

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
