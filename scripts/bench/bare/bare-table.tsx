import AppLayout from '@cloudscape-design/components/app-layout';
import Header from '@cloudscape-design/components/header';
import SideNavigation from '@cloudscape-design/components/side-navigation';
import Table from '@cloudscape-design/components/table';

const items = Array.from({ length: 25 }, (_, index) => ({
  id: `REF-${index}`,
  product: 'Console',
  store: 'Oxford Street',
}));

/** Twenty-five rows. */
export const BareTable = () => (
  <AppLayout
    toolsHide
    navigation={<SideNavigation items={[{ type: 'link', text: 'Repairs', href: '/table' }]} />}
    content={
      <Table
        header={<Header variant="h1">Submitted repairs</Header>}
        items={items}
        columnDefinitions={[
          { id: 'id', header: 'Reference', cell: ({ id }) => id },
          { id: 'product', header: 'Product', cell: ({ product }) => product },
          { id: 'store', header: 'Store', cell: ({ store }) => store },
        ]}
      />
    }
  />
);
