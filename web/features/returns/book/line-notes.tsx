import Box from '@cloudscape-design/components/box';
import Icon from '@cloudscape-design/components/icon';
import Link from '@cloudscape-design/components/link';
import type { ReactNode } from 'react';
import { paths } from '#shared/paths.ts';
import { regions } from '#shared/regions.ts';
import type { SentSerial } from '#shared/returns/sent-serial.ts';
import { usePlace } from '#web/browser/place.ts';
import { recordAddress } from '#web/features/records/record-address.ts';
import { useTexts } from '#web/language/i18n.ts';

type NoteProps = { readonly type: 'error' | 'warning'; readonly children: ReactNode };

const signs = { error: 'status-negative', warning: 'status-warning' } as const;

/** What is to be said in a cell. Not a status indicator: that breaks words, and cells are narrow. */
export const LineNote = ({ type, children }: NoteProps) => (
  <Box color={`text-status-${type}`}>
    <Icon name={signs[type]} variant={type} size="small" /> {children}
  </Box>
);

type Props = {
  readonly sentBefore: SentSerial;
  /** '' while it isn't known. */
  readonly storeId: string;
};

/** Says that the store has sent a serial number back before. It may be right: a device can be bought and returned again. */
export const SentBeforeNote = ({ sentBefore: { storeRefNo, createdAt, id }, storeId }: Props) => {
  const { t, formatInstant } = useTexts();
  const place = usePlace();
  const words = t('returns.book.sentBefore', {
    reference: storeRefNo,
    date: formatInstant(createdAt, regions[place.region].timeZone),
  });
  return (
    <LineNote type="warning">
      {storeId === '' ? (
        words
      ) : (
        // In a tab of its own: what is typed here stays.
        <Link href={recordAddress(paths.submittedReturns(place), { storeId, storeRefNo, id })} external target="_blank">
          {words}
        </Link>
      )}
    </LineNote>
  );
};
