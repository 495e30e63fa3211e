import { paths } from '#shared/paths.ts';
import { usePlace } from '#web/browser/place.ts';
import { lazily } from '#web/ui/lazily.tsx';
import { ListOrRecord } from '#web/ui/list/list-or-record.tsx';
import { SubmittedList } from '#web/ui/list/submitted-list.tsx';
import { submittedReturns } from './submitted-returns.tsx';

const { Lazy: ReturnDetails } = lazily(
  async () => (await import('#web/features/returns/details/return-details.tsx')).ReturnDetails,
);

/** The submitted returns, or the details of one of them (acceptance, E9). */
export const SubmittedReturnsPage = () => (
  <ListOrRecord
    listAddress={paths.submittedReturns(usePlace())}
    renderList={(location) => <SubmittedList kind={submittedReturns} location={location} />}
    renderDetails={(identity, onBack) => <ReturnDetails key={identity.id} identity={identity} onBack={onBack} />}
  />
);
