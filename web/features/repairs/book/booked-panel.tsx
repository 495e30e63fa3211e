import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import SpaceBetween from '@cloudscape-design/components/space-between';
import './booked-panel.css';
import { useEffect, useRef } from 'react';
import { paths } from '#shared/paths.ts';
import type { Repair } from '#shared/repairs/repair.ts';
import { usePlace } from '#web/browser/place.ts';
import { PrintSlip } from '#web/features/repairs/slip/print-slip.tsx';
import { useTexts } from '#web/language/i18n.ts';
import { LinkButton } from '#web/ui/link-button.tsx';

type Props = { readonly repair: Repair; readonly onNext: () => void };

/** What a counter does after a booking: print its slip, book the next one, or look at the list. */
export const BookedPanel = ({ repair, onNext }: Props) => {
  const { t } = useTexts();
  const here = usePlace();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  return (
    <Container
      header={
        <h2 className="booked-title" tabIndex={-1} ref={heading}>
          {t('repairs.book.booked.title', { reference: repair.storeRefNo })}
        </h2>
      }
    >
      <SpaceBetween size="m">
        <Box variant="p">{t('repairs.book.booked.hint')}</Box>
        <PrintSlip repair={repair} />
        <SpaceBetween direction="horizontal" size="xs">
          <Button variant="primary" formAction="none" onClick={onNext}>
            {t('repairs.book.booked.next')}
          </Button>
          <LinkButton href={paths.submittedRepairs(here)}>{t('repairs.book.booked.list')}</LinkButton>
        </SpaceBetween>
      </SpaceBetween>
    </Container>
  );
};
