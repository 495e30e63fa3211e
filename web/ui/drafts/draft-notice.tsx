import Alert from '@cloudscape-design/components/alert';
import type { AlertProps } from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { useEffect } from 'react';
import { limits } from '#shared/limits.ts';
import { regions } from '#shared/regions.ts';
import { usePlace } from '#web/browser/place.ts';
import { useTexts } from '#web/language/i18n.ts';
import { announce } from '#web/ui/announce.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { focusHeading } from '#web/ui/page.tsx';
import { draftPath } from './draft-kind.ts';
import { ParkedDrafts } from './parked-drafts.tsx';
import { useDraftContext } from './use-draft.ts';

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

const Announced = ({ children, ...alert }: Pick<AlertProps, 'type' | 'action'> & { readonly children: string }) => {
  useEffect(() => announce(children), [children]);
  return <Alert {...alert}>{children}</Alert>;
};

type Props = {
  /** When the draft was kept (ISO instant); undefined where the form came from none. */
  readonly restoredFrom: string | undefined;
  readonly onDiscard: () => void;
};

/** Says that a form continues what was typed before, or cannot, or that nothing of it is kept, and which others are parked. */
export const DraftNotice = ({ restoredFrom, onDiscard }: Props) => {
  const { t, formatInstant, formatNumber } = useTexts();
  const { timeZone } = regions[usePlace().region];
  const opening = useDraftContext();
  const discard = () => {
    onDiscard();
    announce(t('draft.discarded'));
    // The button goes with the notice.
    focusHeading();
  };
  return (
    <>
      {restoredFrom !== undefined && (
        <Announced
          type="info"
          action={
            <Button onClick={discard} formAction="none">
              {t('draft.discard')}
            </Button>
          }
        >
          {t('draft.restored', { time: formatInstant(restoredFrom, timeZone) })}
        </Announced>
      )}
      {typeof opening?.found === 'string' && (
        <Announced type="info">{t(`draft.${opening.found}`, { days: formatNumber(limits.draftDays) })}</Announced>
      )}
      {opening?.isRefused && <Announced type="warning">{t('draft.refused')}</Announced>}
      {opening && <ParkedDrafts kinds={[opening.kind]} />}
    </>
  );
};
