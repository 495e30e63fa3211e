import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { stores } from '#shared/routes/stores.ts';
import { usePlace } from '#web/browser/place.ts';
import { useQuery } from '#web/data/use-query.ts';
import { BookingPage } from '#web/features/records/booking-page.tsx';
import { ReturnFileSection } from '#web/features/returns/file/return-file-section.tsx';
import { PackingList } from '#web/features/returns/packing-list/packing-list.tsx';
import { returnKind } from '#web/features/returns/return-kind.ts';
import { drafted } from '#web/ui/drafts/drafted.tsx';
import { returnDrafts } from './booking-values.ts';
import { HeaderFields } from './header-fields.tsx';
import { LinesSection } from './lines-section.tsx';
import { createUnfinished } from './unfinished.ts';
import { useReturn } from './use-return.ts';
import { useSentBefore } from './use-sent-before.ts';
import { useTakeOver } from './use-take-over.ts';

const BookReturn = () => {
  const { region } = usePlace();
  const booking = useReturn();
  const { form, today, booked, bookNext } = booking;
  const { id, storeId, lines } = form.values;
  const [unfinished] = useState(createUnfinished);
  const own = useQuery(stores.ownStore, storeId === undefined ? { region } : undefined);
  const { sentBefore, know } = useSentBefore({ region, storeId, id, lines });
  const takeOver = useTakeOver(booking, know);

  const ownId = own.status === 'loaded' ? own.data.storeId : '';
  const knownStoreId = storeId ?? ownId;
  return (
    <BookingPage
      kind={returnKind}
      form={form}
      booked={booked}
      renderPrint={(record) => <PackingList record={record} />}
      onNext={bookNext}
      onSubmit={() => {
        if (!unfinished.complain('file', 'entry', 'line')) void form.submit();
      }}
    >
      {/* What is on its way to the server no longer changes. */}
      <div inert={form.busy}>
        <SpaceBetween size="l">
          <HeaderFields form={form} own={own} />
          {/* A report says what a file means for one store, and for one return. */}
          <ReturnFileSection
            key={[id, storeId].join(' ')}
            storeId={storeId}
            exampleStoreId={knownStoreId}
            today={today}
            takeOver={takeOver}
            unfinished={unfinished}
          />
          <LinesSection
            id={id}
            lines={lines}
            error={form.errorOf('lines')}
            problems={booking.problems}
            change={booking.change}
            today={today}
            context={booking.context}
            sentBefore={sentBefore}
            storeId={knownStoreId}
            unfinished={unfinished}
          />
        </SpaceBetween>
      </div>
    </BookingPage>
  );
};

/** Books a return, by hand and by file. */
export const BookReturnPage = drafted(returnDrafts, BookReturn);
