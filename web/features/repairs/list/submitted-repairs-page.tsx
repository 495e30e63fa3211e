import { Activity, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { paths } from '#shared/paths.ts';
import type { RepairIdentity } from '#shared/repairs/repair.ts';
import { repairIdentity } from '#shared/repairs/repair.ts';
import { useHere } from '#web/here.ts';
import { focusHeading } from '#web/ui/focus-heading.ts';
import { lazily } from '#web/ui/lazily.tsx';
import { focusRecord, isFromList } from '#web/ui/list/record-link.tsx';
import type { ListLocation } from '#web/ui/list/use-list-view.ts';
import { RepairsList } from './repairs-list.tsx';

const { Lazy: RepairDetails } = lazily(async () => (await import('#web/features/repairs/details/repair-details.tsx')).RepairDetails);

const identity = z.object(repairIdentity);

/** The repair that an address names (see repairAddress). */
const repairOf = (search: string): RepairIdentity | undefined => {
  const params = new URLSearchParams(search);
  return identity.safeParse({ storeId: params.get('storeId'), storeRefNo: params.get('ref'), id: params.get('id') }).data;
};

const wholeList: ListLocation = { search: '', state: null };

/** The submitted repairs, or the details of one of them: behind those the list stays as it was. */
export const SubmittedRepairsPage = () => {
  const location = useLocation();
  const here = useHere();
  const navigate = useNavigate();
  const repair = repairOf(location.search);

  const [listLocation, setListLocation] = useState<ListLocation>(repair ? wholeList : location);
  if (!repair && listLocation !== location) setListLocation(location);

  // Whoever comes back finds the focus where they left it.
  const opened = useRef<string>(undefined);
  const id = repair?.id;
  useEffect(() => {
    if (id === undefined && opened.current !== undefined && !focusRecord(opened.current)) focusHeading();
    opened.current = id;
  }, [id]);

  const goBack = () => void (isFromList(location.state) ? navigate(-1) : navigate(paths.submittedRepairs(here)));

  // The details come first: what looks for the page's heading is to find theirs.
  return (
    <>
      {repair && <RepairDetails key={repair.id} identity={repair} onBack={goBack} />}
      <Activity mode={repair ? 'hidden' : 'visible'}>
        <RepairsList location={listLocation} />
      </Activity>
    </>
  );
};
