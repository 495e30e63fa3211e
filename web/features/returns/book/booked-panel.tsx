import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import SpaceBetween from '@cloudscape-design/components/space-between';
import './booked-panel.css';
import { useEffect, useRef } from 'react';
import { paths } from '#shared/paths.ts';
import type { ReturnRecord } from '#shared/returns/return.ts';
import { usePlace } from '#web/browser/place.ts';
import { PackingList } from '#web/features/returns/packing-list/packing-list.tsx';
import { useTexts } from '#web/language/i18n.ts';
import { LinkButton } from '#web/ui/link-button.tsx';

type Props = { readonly record: ReturnRecord; readonly onNext: () => void };

/** What follows a booking: print its packing list, book the next one, or look at the list. */
export const BookedPanel = ({ record, onNext }: Props) => {
  const { t } = useTexts();
  const here = usePlace();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  return (
    <Container
      header={
        <h2 className="return-booked-title" tabIndex={-1} ref={heading}>
          {t('returns.book.booked.title', { reference: record.storeRefNo })}
        </h2>
      }
    >
      <SpaceBetween size="m">
        <Box variant="p">{t('returns.book.booked.hint')}</Box>
        <PackingList record={record} />
        <SpaceBetween direction="horizontal" size="xs">
          <Button variant="primary" formAction="none" onClick={onNext}>
            {t('returns.book.booked.next')}
          </Button>
          <LinkButton href={paths.submittedReturns(here)}>{t('returns.book.booked.list')}</LinkButton>
        </SpaceBetween>
      </SpaceBetween>
    </Container>
  );
};
