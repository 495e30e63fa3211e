import { Activity, useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { RecordIdentity } from '#shared/records/record.ts';
import { focusHeading } from '#web/ui/page.tsx';
import { recordOf } from '#web/ui/record/record-address.ts';
import { focusRecord, isFromList } from '#web/ui/record/record-link.tsx';
import type { ListLocation } from './use-list-view.ts';

const wholeList: ListLocation = { search: '', state: null };

/** Whoever comes back from a record finds the focus where they left it. `id` is that of the record which shows. */
const useFocusOnReturn = (id: string | undefined) => {
  const opened = useRef<string>(undefined);
  useEffect(() => {
    if (id === undefined && opened.current !== undefined && !focusRecord(opened.current)) focusHeading();
    opened.current = id;
  }, [id]);
};

type Props = {
  /** Where the whole list is. */
  readonly listAddress: string;
  readonly renderList: (location: ListLocation) => ReactNode;
  readonly renderDetails: (identity: RecordIdentity, onBack: () => void) => ReactNode;
};

/** A list of submitted records, or the details of the one that the address names: behind those the list stays as it was. */
export const ListOrRecord = ({ listAddress, renderList, renderDetails }: Props) => {
  const location = useLocation();
  const navigate = useNavigate();
  const record = recordOf(location.search);

  const [listLocation, setListLocation] = useState<ListLocation>(record ? wholeList : location);
  if (!record && listLocation !== location) setListLocation(location);

  useFocusOnReturn(record?.id);
  const goBack = () => void (isFromList(location.state) ? navigate(-1) : navigate(listAddress));

  // The details come first: what looks for the page's heading is to find theirs.
  return (
    <>
      {record && renderDetails(record, goBack)}
      <Activity mode={record ? 'hidden' : 'visible'}>{renderList(listLocation)}</Activity>
    </>
  );
};
