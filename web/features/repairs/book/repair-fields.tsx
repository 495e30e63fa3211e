import Container from '@cloudscape-design/components/container';
import SpaceBetween from '@cloudscape-design/components/space-between';
import './repair-fields.css';
import { Fragment, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import type { ContentField } from '#shared/repairs/content.ts';
import { formRows } from '#shared/repairs/content.ts';
import type { ContentForm } from './content-form.tsx';
import { AccessoriesField, AccessoriesOnlyField, ProductField, SerialNumberField } from './device-fields.tsx';
import { DescriptionField, IssueField, PurchaseDateField } from './fault-and-purchase-fields.tsx';

type InputProps = { readonly form: ContentForm; readonly onSerialNumberLeft: (serialNumber: string) => void };

/** Where each field is typed. */
const inputs: { readonly [Name in ContentField]: ComponentType<InputProps> } = {
  serialNumber: ({ form, onSerialNumberLeft }) => <SerialNumberField form={form} onLeft={onSerialNumberLeft} />,
  product: ProductField,
  isOnlyAccessories: AccessoriesOnlyField,
  issue: IssueField,
  accessories: AccessoriesField,
  detailedDescription: DescriptionField,
  purchaseDate: PurchaseDateField,
};

type Props = {
  readonly form: ContentForm;
  /** Where the store has to be said. */
  readonly store?: ReactNode;
  /** What there is to say about a serial number that is complete. */
  readonly renderSerialNumberNote?: (serialNumber: string) => ReactNode;
  /** The store's own number for this repair. */
  readonly reference: ReactNode;
  /** What follows. */
  readonly children?: ReactNode;
};

/** What a repair says, in the order of the counter: one column, short fields in pairs where there is room. */
export const RepairFields = ({ form, store, renderSerialNumberNote, reference, children }: Props) => {
  const { serialNumber } = form.values;
  const [left, setLeft] = useState(serialNumber);
  const note = left === serialNumber && renderSerialNumberNote?.(serialNumber);
  const inputOf = (name: ContentField) => {
    const Input = inputs[name];
    return <Input key={name} form={form} onSerialNumberLeft={setLeft} />;
  };
  return (
    <div className="repair-fields">
      <Container>
        <SpaceBetween size="m">
          {store}
          {formRows.flatMap((names) => [
            <div key={names[0]} className="repair-pair">
              {names.map(inputOf)}
              {names === formRows.at(-1) && reference}
            </div>,
            names.includes('serialNumber') && note && <Fragment key="note">{note}</Fragment>,
          ])}
          {children}
        </SpaceBetween>
      </Container>
    </div>
  );
};
