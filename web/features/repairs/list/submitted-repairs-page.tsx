import { paths } from '#shared/paths.ts';
import { usePlace } from '#web/browser/place.ts';
import { lazily } from '#web/ui/lazily.tsx';
import { ListOrRecord } from '#web/ui/list/list-or-record.tsx';
import { SubmittedList } from '#web/ui/list/submitted-list.tsx';
import { submittedRepairs } from './submitted-repairs.tsx';

const { Lazy: RepairDetails } = lazily(
  async () => (await import('#web/features/repairs/details/repair-details.tsx')).RepairDetails,
);

/** The submitted repairs, or the details of one of them. */
export const SubmittedRepairsPage = () => (
  <ListOrRecord
    listAddress={paths.submittedRepairs(usePlace())}
    renderList={(location) => <SubmittedList kind={submittedRepairs} location={location} />}
    renderDetails={(identity, onBack) => <RepairDetails key={identity.id} identity={identity} onBack={onBack} />}
  />
);
