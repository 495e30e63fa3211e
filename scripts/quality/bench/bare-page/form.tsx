import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import DatePicker from '@cloudscape-design/components/date-picker';
import Form from '@cloudscape-design/components/form';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import type { SelectProps } from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import '@cloudscape-design/global-styles/index.css';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

const products: SelectProps.Options = [
  { value: 'console', label: 'Console' },
  { value: 'controller', label: 'Controller' },
];

/** Form with the kinds of fields that booking a repair has. */
const BareForm = () => {
  const [serialNumber, setSerialNumber] = useState('');
  const [product, setProduct] = useState<SelectProps.Option | null>(null);
  const [purchaseDate, setPurchaseDate] = useState('');
  return (
    <Form header={<Header variant="h1">Book a repair</Header>} actions={<Button variant="primary">Book</Button>}>
      <Container>
        <SpaceBetween size="m">
          <FormField label="Serial number">
            <Input value={serialNumber} onChange={({ detail }) => setSerialNumber(detail.value)} />
          </FormField>
          <FormField label="Product">
            <Select
              options={products}
              selectedOption={product}
              onChange={({ detail }) => setProduct(detail.selectedOption)}
            />
          </FormField>
          <FormField label="Purchase date">
            <DatePicker value={purchaseDate} onChange={({ detail }) => setPurchaseDate(detail.value)} />
          </FormField>
        </SpaceBetween>
      </Container>
    </Form>
  );
};

createRoot(document.querySelector('#root') ?? document.body).render(<BareForm />);
