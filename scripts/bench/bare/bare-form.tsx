import AppLayout from '@cloudscape-design/components/app-layout';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Form from '@cloudscape-design/components/form';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import SideNavigation from '@cloudscape-design/components/side-navigation';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';

/** Two fields and a button. */
export const BareForm = () => {
  const [value, setValue] = useState('');
  return (
    <AppLayout
      toolsHide
      navigation={<SideNavigation items={[{ type: 'link', text: 'Repairs', href: '/form' }]} />}
      content={
        <Form header={<Header variant="h1">Book a repair</Header>} actions={<Button variant="primary">Book</Button>}>
          <Container header={<Header variant="h2">Device</Header>}>
            <SpaceBetween size="m">
              <FormField label="Serial number">
                <Input value={value} onChange={({ detail }) => setValue(detail.value)} />
              </FormField>
              <FormField label="Product">
                <Select options={[{ value: 'console', label: 'Console' }]} selectedOption={null} />
              </FormField>
            </SpaceBetween>
          </Container>
        </Form>
      }
    />
  );
};
