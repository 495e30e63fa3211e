import Button from '@cloudscape-design/components/button';
import { useState } from 'react';
import { paths } from '#shared/paths.ts';
import type { NextPromise } from '#shared/repairs/promises.ts';
import type { RepairSummary } from '#shared/repairs/repair.ts';
import { usePlace } from '#web/browser/place.ts';
import { recordAddress } from '#web/features/records/record-address.ts';
import { useTexts } from '#web/language/i18n.ts';
import { saveFile } from '#web/ui/export/save-file.ts';

type Props = { readonly repair: RepairSummary; readonly next: NextPromise };

/** Saves what is due next as a file for the store's calendar. */
export const AddToCalendar = ({ repair, next }: Props) => {
  const texts = useTexts();
  const { t } = texts;
  const place = usePlace();
  const [hasFailed, setFailed] = useState(false);
  const save = async () => {
    setFailed(false);
    try {
      const { calendarFile } = await import('./calendar-file.ts');
      const address = new URL(recordAddress(paths.submittedRepairs(place), repair), location.origin);
      const file = calendarFile(repair, next, address, texts, new Date());
      saveFile(new Blob([file], { type: 'text/calendar' }), `${next.by}.ics`);
    } catch {
      setFailed(true);
    }
  };
  return (
    <>
      <Button variant="inline-link" iconName="calendar" formAction="none" onClick={() => void save()}>
        {t('repairs.due.calendar')}
      </Button>
      {hasFailed && <div role="alert">{t('export.notWritten')}</div>}
    </>
  );
};
