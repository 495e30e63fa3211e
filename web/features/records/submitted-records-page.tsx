import { Activity, useEffect, useRef, useState } from 'react';
import type { ComponentType } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { usePlace } from '#web/browser/place.ts';
import type { ListLocation } from '#web/ui/list/list-view.ts';
import { focusRow, isFromList } from '#web/ui/list/row-link.tsx';
import { focusHeading } from '#web/ui/page.tsx';
import { recordOf } from './record-address.ts';
import type { ColumnsOf } from './record-columns.tsx';
import type { DetailsProps } from './record-details.tsx';
import type { RecordKind, SubmittedRecord } from './record-kind.ts';
import { SubmittedRecords } from './submitted-records.tsx';

const wholeList: ListLocation = { search: '', state: null };

/** Whoever comes back from a record finds the focus where they left it. `id` is that of the record which shows. */
const useFocusOnReturn = (id: string | undefined) => {
  const opened = useRef<string>(undefined);
  useEffect(() => {
    if (id === undefined && opened.current !== undefined && !focusRow(opened.current)) focusHeading();
    opened.current = id;
  }, [id]);
};

type Props<Summary extends SubmittedRecord> = {
  readonly kind: RecordKind<Summary>;
  readonly columns: ColumnsOf<Summary>;
  readonly Details: ComponentType<DetailsProps>;
};

/** The submitted records of a kind, or the details of the one that the address names: behind those the list stays as it was. */
export const SubmittedRecordsPage = <Summary extends SubmittedRecord>({ kind, columns, Details }: Props<Summary>) => {
  const place = usePlace();
  const location = useLocation();
  const navigate = useNavigate();
  const identity = recordOf(location.search);

  const [listLocation, setListLocation] = useState<ListLocation>(identity ? wholeList : location);
  if (!identity && listLocation !== location) setListLocation(location);

  useFocusOnReturn(identity?.id);
  const goBack = () =>
    void (isFromList(location.state) ? navigate(-1) : navigate(kind.paths.list(place) + listLocation.search));

  // The details come first: what looks for the page's heading is to find theirs.
  return (
    <>
      {identity && <Details key={identity.id} identity={identity} onBack={goBack} />}
      <Activity mode={identity ? 'hidden' : 'visible'}>
        <SubmittedRecords kind={kind} columns={columns} location={listLocation} />
      </Activity>
    </>
  );
};
