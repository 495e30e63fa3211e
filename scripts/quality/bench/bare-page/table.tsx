import Header from '@cloudscape-design/components/header';
import Pagination from '@cloudscape-design/components/pagination';
import Select from '@cloudscape-design/components/select';
import Table from '@cloudscape-design/components/table';
import type { TableProps } from '@cloudscape-design/components/table';
import TextFilter from '@cloudscape-design/components/text-filter';
import '@cloudscape-design/global-styles/index.css';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

type Row = { readonly id: string; readonly storeRefNo: string; readonly serialNumber: string; readonly state: string };

const columnDefinitions: TableProps<Row>['columnDefinitions'] = [
  { id: 'reference', header: 'Reference', cell: ({ storeRefNo }) => <b>{storeRefNo}</b> },
  { id: 'serialNumber', header: 'Serial number', cell: ({ serialNumber }) => serialNumber },
  { id: 'state', header: 'State', cell: ({ state }) => state },
];

/** Table with a filter, a select and a pager, as the list of repairs has, of the records at the URL in the query. */
const BareTable = () => {
  const [rows, setRows] = useState<readonly Row[]>([]);
  useEffect(() => {
    const load = async () => {
      const response = await fetch(new URLSearchParams(location.search).get('records') ?? '');
      setRows(((await response.json()) as { items: Row[] }).items);
    };
    void load();
  }, []);
  return (
    <Table
      items={rows}
      trackBy="id"
      header={<Header variant="h1">Submitted repairs</Header>}
      filter={
        <>
          <TextFilter filteringText="" />
          <Select
            selectedOption={{ value: 'any', label: 'Any state' }}
            options={[{ value: 'any', label: 'Any state' }]}
          />
        </>
      }
      pagination={<Pagination currentPageIndex={1} pagesCount={2} />}
      columnDefinitions={columnDefinitions}
    />
  );
};

createRoot(document.querySelector('#root') ?? document.body).render(<BareTable />);
