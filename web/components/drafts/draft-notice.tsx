import Alert from '@cloudscape-design/components/alert';
import type { AlertProps } from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { useEffect } from 'react';
import { limits } from '#shared/config/limits.ts';
import { regions } from '#shared/config/regions.ts';
import { usePlace } from '#web/browser/place.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { focusHeading } from '#web/ui/page.tsx';
import { toDraftPath } from './draft-kind.ts';
import { ParkedDrafts } from './parked-drafts.tsx';
import { useDraftContext } from './use-draft.ts';

/** Link to an empty form, which leaves the current draft parked. */
export const NewDraftLink = () => {
  const { t } = useTexts();
  const place = usePlace();
  const draftContext = useDraftContext();
  if (draftContext?.currentId === undefined) return null;
  return (
    <LinkButton variant="link" href={toDraftPath(draftContext.kind, place)}>
      {t('draft.another')}
    </LinkButton>
  );
};

const AnnouncedAlert = ({
  children,
  ...alert
}: Pick<AlertProps, 'type' | 'action'> & { readonly children: string }) => {
  useEffect(() => announce(children), [children]);
  return <Alert {...alert}>{children}</Alert>;
};

type Props = {
  /** ISO instant at which the draft was saved; undefined if the form was not opened from a draft. */
  readonly restoredFrom: string | undefined;
  readonly onDiscard: () => void;
};

/** Shows whether the form continues a draft, cannot continue it or cannot save one, and lists the parked drafts. */
export const DraftNotice = ({ restoredFrom, onDiscard }: Props) => {
  const { t, formatInstant, formatNumber } = useTexts();
  const { timeZone } = regions[usePlace().region];
  const draftContext = useDraftContext();
  const discard = () => {
    onDiscard();
    announce(t('draft.discarded'));
    // The button is removed with the notice.
    focusHeading();
  };
  return (
    <>
      {restoredFrom !== undefined && (
        <AnnouncedAlert
          type="info"
          action={
            <Button onClick={discard} formAction="none">
              {t('draft.discard')}
            </Button>
          }
        >
          {t('draft.restored', { time: formatInstant(restoredFrom, timeZone) })}
        </AnnouncedAlert>
      )}
      {typeof draftContext?.resumeResult === 'string' && (
        <AnnouncedAlert type="info">
          {t(`draft.${draftContext.resumeResult}`, { days: formatNumber(limits.draftDays) })}
        </AnnouncedAlert>
      )}
      {draftContext?.hasStorageFailed && <AnnouncedAlert type="warning">{t('draft.refused')}</AnnouncedAlert>}
      {draftContext && <ParkedDrafts kinds={[draftContext.kind]} />}
    </>
  );
};
